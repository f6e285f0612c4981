import type { ListedArticle } from '../../../api/account/news.ts'
import { UTC } from '../../../rules/time/zone.ts'
import { bcp47, formatDate } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from '../../parts/lists/list.tsx'
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
    ...(article.pinned ? [t('news.pinned')] : []),
    ...(dated ? [formatDate(article.date, UTC)] : []),
    ...(article.version === null ? [] : [t('news.version', { version: article.version })]),
  ]
  return (
    <Row
      title={
        <span className={css.rowTitle} lang={bcp47(article.lang)}>
          {article.title}
        </span>
      }
      subtitle={
        <>
          <span className={css.rowText} lang={bcp47(article.lang)}>
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
