import { useWords } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/button.tsx'
import { swap } from '../../parts/drawings.ts'
import { Empty } from '../../parts/states.tsx'
import { STRATEGIES } from '../../places.ts'

/** Empty state. */
export function NoStrategies() {
  const { t } = useWords()
  return (
    <Empty
      icon={swap}
      title={t('strategy.none')}
      text={t('strategy.noneHint')}
      action={
        <LinkButton kind="quiet" small to={STRATEGIES}>
          {t('strategy.seeAll')}
        </LinkButton>
      }
    />
  )
}
