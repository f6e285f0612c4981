import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { search } from '../../parts/marks/drawings.ts'
import { Empty } from '../../parts/page/states.tsx'

/** Shown for a link to no page of the app. */
export function UnknownPage() {
  const { t } = useLabels()
  return (
    <Empty
      icon={search}
      title={t('page.unknown')}
      text={t('page.unknownHint')}
      action={
        <LinkButton kind="quiet" small to="/">
          {t('page.unknownAction')}
        </LinkButton>
      }
    />
  )
}
