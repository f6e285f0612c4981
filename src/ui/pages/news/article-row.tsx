import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListedArticle } from '../../../api/account/news.ts'
import { UTC } from '../../../rules/time/zone.ts'
import { bcp47, formatDate } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { List, Row } from '../../parts/lists/list.tsx'
import { pin } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { placeOfArticle } from './article-place.ts'
import css from './news.module.css'

type ArticleRowProps = {
  article: ListedArticle
  /** Shown in place of its summary. */
  snippet?: string | null
  /** False for guides, whose date does not matter. */
  dated?: boolean
}

/** An article in a list: title and summary. */
export function ArticleRow({ article, snippet = null, dated = false }: ArticleRowProps) {
  const { t } = useLabels()
  const facts = [
    ...(dated ? [formatDate(article.date, UTC)] : []),
    ...(article.version === null ? [] : [t('document.version', { version: article.version })]),
  ]
  return (
    <Row
      title={
        <span className={css.rowTitle} data-may-cut="" lang={bcp47(article.lang)}>
          {article.title}
        </span>
      }
      subtitle={
        <>
          <span className={css.rowText} data-may-cut="" lang={bcp47(article.lang)}>
            {snippet ?? article.summary}
          </span>
          {facts.length > 0 && <span className={css.rowFacts}>{facts.join(' · ')}</span>}
        </>
      }
      to={placeOfArticle(article)}
      arrow
    />
  )
}

/** News in order: pinned articles as cards, then the others by date. */
export const ArticleList = ({ label, articles }: { label: string; articles: readonly ListedArticle[] }) => (
  <List label={label}>
    {articles.map((article) => (
      <li key={article.slug} className={css.item}>
        {article.pinned ? <Pinned article={article} /> : <ArticleRow article={article} dated />}
      </li>
    ))}
  </List>
)

function Pinned({ article }: { article: ListedArticle }) {
  const { t } = useLabels()
  return (
    <Link className={css.pinned} href={placeOfArticle(article)}>
      <span className={css.pin}>
        <Icon name={pin} size={16} />
        {t('news.pinned')} · {formatDate(article.date, UTC)}
      </span>
      <span className={css.pinnedTitle} data-may-cut="" lang={bcp47(article.lang)}>
        {article.title}
      </span>
      <span className={css.rowText} data-may-cut="" lang={bcp47(article.lang)}>
        {article.summary}
      </span>
    </Link>
  )
}

/** The titles of articles, in two columns where there is room. */
export const Titles = ({ articles, children }: { articles: readonly ListedArticle[]; children?: ReactNode }) => (
  <div className={css.titles}>
    {articles.map((article) => (
      <Row
        key={article.slug}
        title={<span lang={bcp47(article.lang)}>{article.title}</span>}
        to={placeOfArticle(article)}
        arrow
      />
    ))}
    {children}
  </div>
)
