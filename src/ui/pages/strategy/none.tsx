import { useLabels } from '../../i18n/index.ts'
import { Empty } from '../../parts/page/states.tsx'
import { STRATEGIES } from '../../router/places.ts'

/** Empty state. */
export function NoStrategies() {
  const { t } = useLabels()
  return (
    <Empty
      title={t('strategy.none')}
      text={t('strategy.noneHint')}
      action={{ to: STRATEGIES, label: t('strategy.seeAll') }}
    />
  )
}
