import type { Failure } from '../../../machines/parts/form.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { isNameWanted } from '../../offers/form.tsx'
import { type ButtonKind, LinkButton } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { KYC } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'

/** A link to identity verification, which returns to this page. */
export function ToKyc({ kind = 'plain', label = 'microtrade.verify' }: { kind?: ButtonKind; label?: UiKey }) {
  const { t } = useLabels()
  return (
    <LinkButton kind={kind} to={placeOf(KYC, { next: currentPlace() })}>
      {t(label)}
    </LinkButton>
  )
}

/** The notice on an order form that identity verification is required, by the settings or the server's answer. */
export function NameCallout({ wanted, failure }: { wanted: object | null; failure: Failure | null }) {
  const { t } = useLabels()
  if (!wanted && !isNameWanted(failure?.refusal?.key)) return null
  return <Callout action={<ToKyc />}>{t('microtrade.nameWanted')}</Callout>
}
