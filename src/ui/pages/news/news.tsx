import { loadArticles } from '../../../machines/user/articles.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { bell, help } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { HELP, LICENCE, MESSAGES, NEWS_LIST } from '../../router/places.ts'
import { ArticleList, Titles } from './article-row.tsx'
import { ContactCard } from './contact-card.tsx'
import css from './news.module.css'
import { useLoaded } from './use-loaded.ts'

/** The number of newest articles that leaves the rest of the page visible. */
const NEWEST = 3

/** Overview of news, the help centre, messages and documents. */
export function NewsPage() {
  const { t } = useLabels()
  const { load, loaded } = useLoaded(() => loadArticles({ kind: 'news', limit: NEWEST }))
  const documents = useLoaded(() => loadArticles({ kind: 'legal' }))
  // Shown all at once, to avoid a layout shift.
  const missing = loaded ? documents.load : load
  if (!loaded || !documents.loaded) {
    return <LoadFirst load={missing} shapes={['card', 'card', 'card']} title={t('load.failed')} />
  }
  return (
    <div className={css.page}>
      <AsOf at={loaded.asOf} />
      {loaded.articles.length === 0 ? (
        <Empty title={t('news.none')} text={t('news.noneHint')} />
      ) : (
        <ArticleList label={t('news.latest')} articles={loaded.articles} />
      )}
      {loaded.more && (
        <LinkButton kind="plain" to={NEWS_LIST}>
          {t('news.all')}
        </LinkButton>
      )}
      <nav aria-label={t('news.elsewhere')}>
        <Card menu>
          <Row leading={<Icon name={help} />} title={t('title.help')} to={HELP} arrow />
          <Row leading={<Icon name={bell} />} title={t('title.messages')} to={MESSAGES} arrow />
        </Card>
      </nav>
      <section aria-labelledby="documents">
        <h2 id="documents" className={css.part}>
          {t('title.documents')}
        </h2>
        <Titles articles={documents.loaded.articles}>
          <Row title={t('news.licence')} to={LICENCE} arrow />
        </Titles>
      </section>
      <ContactCard />
    </div>
  )
}
