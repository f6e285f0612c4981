import { profileOf } from '../../../rules/profiles/profile.ts'
import type { RuleName } from '../../../rules/profiles/terms.ts'
import { formatBps } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Callout } from '../../parts/page/callout.tsx'

type LossWarningProps = { rules?: RuleName | undefined; losing?: number | null | undefined }

/** How many accounts lose money with leverage, where the rules ask for that: here, or elsewhere if nobody has used it here. */
export function LossWarning({ rules = 'paper', losing }: LossWarningProps) {
  const { t, lang } = useLabels()
  const { lossWarning } = profileOf(rules)
  if (!lossWarning || losing === undefined) return null
  const percent = (share: number) => formatBps(share * 100, lang)
  const [low, high] = lossWarning.elsewhere
  return (
    <Callout tone="paper">
      {losing === null
        ? t('orders.losingElsewhere', { low: percent(low), high: percent(high) })
        : t('orders.losing', { share: percent(losing) })}
    </Callout>
  )
}
