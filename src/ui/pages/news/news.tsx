import { loadArticles } from '../../../machines/user/articles.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { bell, help } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { HELP, LICENCE, MESSAGES, NEWS_LIST } from '../../router/places.ts'
import { ArticleRow } from './article-row.tsx'
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
    return <LoadFirst load={missing} shapes={['card', 'card', 'card']} title={t('news.failed')} />
  }
  return (
    <div className={css.page}>
      <Card title={t('news.latest')} menu>
        {loaded.articles.map((article) => (
          <ArticleRow key={article.slug} article={article} dated />
        ))}
        {loaded.articles.length === 0 && <p className={css.none}>{t('news.none')}</p>}
        {loaded.more && (
          <p className={css.more}>
            <LinkButton kind="plain" to={NEWS_LIST}>
              {t('news.all')}
            </LinkButton>
          </p>
        )}
      </Card>
      <nav aria-label={t('news.elsewhere')}>
        <Card menu>
          <Row leading={<Icon name={help} />} title={t('title.help')} to={HELP} arrow />
          <Row leading={<Icon name={bell} />} title={t('title.messages')} to={MESSAGES} arrow />
        </Card>
      </nav>
      <Card title={t('title.documents')} menu>
        {documents.loaded.articles.map((article) => (
          <ArticleRow key={article.slug} article={article} />
        ))}
        <Row title={t('news.licence')} to={LICENCE} arrow />
      </Card>
      <ContactCard />
    </div>
  )
}
