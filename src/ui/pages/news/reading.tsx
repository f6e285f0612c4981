import { useEffect, useSyncExternalStore } from 'react'
import { loadArticles } from '../../../machines/user/articles.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { ArticleRow } from './article-row.tsx'
import { Banners } from './banners.tsx'
import { news } from './part.ts'
import { useLoaded } from './use-loaded.ts'

/** Banners and the latest notice, at the bottom, where late loading moves nothing. */
export function Reading() {
  const { parts } = useServices()
  const loader = parts(news)
  const loaded = useSyncExternalStore(loader.subscribe, loader.now)
  useEffect(() => loader.load(), [loader])
  return loaded.type === 'ready' && <Read />
}

function Read() {
  const { t } = useLabels()
  const { load, loaded } = useLoaded(() => loadArticles({ kind: 'banner', quiet: true }))
  const latest = useLoaded(() => loadArticles({ kind: 'news', limit: 1, quiet: true }))
  // Shown together, to avoid a layout shift.
  if (!loaded || !latest.loaded) {
    return <LoadFirst load={loaded ? latest.load : load} shapes={['hero', 'card']} title={t('load.failed')} />
  }
  const [banners, [article]] = [loaded.articles, latest.loaded.articles]
  return (
    <>
      {banners.length > 0 && <Banners banners={banners} />}
      {article && (
        <Card title={t('news.latest')} menu>
          <ArticleRow article={article} dated />
        </Card>
      )}
    </>
  )
}
