import { useState } from 'react'
import { loadArticles } from '../../../machines/user/articles.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { NoMatch } from '../../lists/no-match.tsx'
import { SearchField } from '../../parts/fields/search-field.tsx'
import { List } from '../../parts/lists/list.tsx'
import { useQuery } from '../../router/router.ts'
import { ArticleView } from './article.tsx'
import { ArticleRow, Titles } from './article-row.tsx'
import { ContactCard } from './contact-card.tsx'
import css from './news.module.css'
import { searchArticles } from './search.ts'
import { useLoaded } from './use-loaded.ts'

/** The help centre, or the guide that the place names. */
export function HelpPage() {
  const slug = useQuery().get('slug')
  return slug === null ? <Guides /> : <ArticleView kind="help" slug={slug} />
}

/** The guides with a search over their text, and contact options. */
function Guides() {
  const { t } = useLabels()
  const [query, setQuery] = useState('')
  const { load, loaded } = useLoaded(() => loadArticles({ kind: 'help', texts: true, limit: 50 }))
  if (!loaded) return <LoadFirst load={load} shapes={['button', 'card', 'card']} title={t('load.failed')} />
  const found = searchArticles(loaded.articles, query)
  const isSearched = query.trim() !== ''
  return (
    <div className={css.page}>
      <SearchField label={t('help.search')} value={query} onChange={setQuery} />
      <AsOf at={loaded.asOf} />
      <p className={css.found} role="status">
        {isSearched && t('help.found', { count: found.length })}
      </p>
      {found.length > 0 ? (
        <List label={t('help.guides')}>
          {found.map(({ article, snippet }) => (
            <li key={article.slug} className={css.item}>
              <ArticleRow article={article} snippet={snippet} />
            </li>
          ))}
        </List>
      ) : (
        <NoMatch
          title={t('help.none', { query: query.trim() })}
          text={t('help.noneHint')}
          onClear={() => setQuery('')}
        />
      )}
      {isSearched && (
        <section aria-labelledby="topics">
          <h2 id="topics" className={css.part}>
            {t('help.topics')}
          </h2>
          <Titles articles={loaded.articles} />
        </section>
      )}
      <ContactCard />
    </div>
  )
}
