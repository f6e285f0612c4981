import { useWords } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/button.tsx'
import { globe } from '../../parts/drawings.ts'
import { Empty } from '../../parts/states.tsx'

/** What stands where others pick a place on a map: this app asks nobody where they are. */
export function NoLocationPage() {
  const { t } = useWords()
  return (
    <Empty
      icon={globe}
      title={t('location.none')}
      text={t('location.noneText')}
      action={
        <LinkButton kind="quiet" small to="/">
          {t('page.unknownAction')}
        </LinkButton>
      }
    />
  )
}
