import { loadArticles } from '../../../machines/user/articles.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { NEWS_LIST } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { ArticleList } from './article-row.tsx'
import css from './news.module.css'
import { useLoaded } from './use-loaded.ts'

/** All news, paged: each page is a place of its own, so that Back returns to it. */
export function NewsListPage() {
  const { t } = useLabels()
  const query = useQuery()
  const { load, loaded } = useLoaded(() => loadArticles({ kind: 'news', after: query.get('after') ?? undefined }))
  if (!loaded) return <LoadFirst load={load} shapes={['row', 'row', 'row', 'row']} title={t('load.failed')} />
  const last = loaded.articles.at(-1)
  if (!last) return <Empty title={t('news.none')} text={t('news.noneHint')} />
  return (
    <>
      <AsOf at={loaded.asOf} />
      <ArticleList label={t('title.news')} articles={loaded.articles} />
      {loaded.more && (
        <p className={css.more}>
          <LinkButton kind="quiet" small to={placeOf(NEWS_LIST, { after: last.slug })}>
            {t('news.older')}
          </LinkButton>
        </p>
      )}
    </>
  )
}
