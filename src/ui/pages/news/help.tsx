import { useState } from 'react'
import { loadArticles } from '../../../machines/user/articles.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { search } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { useQuery } from '../../router/router.ts'
import { ArticleView } from './article.tsx'
import { ArticleRow } from './article-row.tsx'
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
  if (!loaded) return <LoadFirst load={load} shapes={['button', 'card', 'card']} title={t('news.failed')} />
  const found = searchArticles(loaded.articles, query)
  return (
    <div className={css.page}>
      <Field
        label={t('help.search')}
        hideLabel
        placeholder={t('help.search')}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        leading={<Icon name={search} size={20} />}
        value={query}
        onChange={setQuery}
      />
      <p className="visually-hidden" role="status">
        {query.trim() !== '' && t('help.found', { count: found.length })}
      </p>
      {found.length > 0 ? (
        <Card title={t('help.guides')} menu>
          {found.map(({ article, snippet }) => (
            <ArticleRow key={article.slug} article={article} snippet={snippet} />
          ))}
        </Card>
      ) : (
        <Empty title={t('help.none', { query: query.trim() })} text={t('help.noneHint')} />
      )}
      <ContactCard />
    </div>
  )
}
