import type { Failure } from '../../../machines/parts/form.ts'
import { useWords } from '../../i18n/index.ts'
import { Callout } from '../../parts/callout.tsx'
import { namesRefused, ToKyc } from '../microtrade/name-wanted.tsx'

/** The notice on an order form that identity verification is required, by the settings or the server's answer. */
export function NameCallout({ wanted, failure }: { wanted: object | null; failure: Failure | null }) {
  const { t } = useWords()
  if (!wanted && !namesRefused.includes(failure?.refusal?.key ?? null)) return null
  return <Callout action={<ToKyc />}>{t('microtrade.nameWanted')}</Callout>
}
