import { useEffect, useSyncExternalStore } from 'react'
import { useWords } from '../../i18n/index.ts'
import { usePart } from '../../part.ts'
import { Card } from '../../parts/list.tsx'
import { useServices } from '../../services.ts'
import { ArticleRow } from './article-row.tsx'
import { Banners } from './banners.tsx'
import { news } from './part.ts'
import { useLoaded } from './use-loaded.ts'

/** Banners and the latest notice, below all else: where they come late they move nothing, and where they do not come nothing is missing. */
export function Reading() {
  const { parts } = useServices()
  const loader = parts(news)
  const loaded = useSyncExternalStore(loader.subscribe, loader.now)
  useEffect(() => loader.load(), [loader])
  return loaded.type === 'ready' && <Read />
}

function Read() {
  const machines = usePart(news)
  const { t } = useWords()
  const banners = useLoaded(() => machines.list({ kind: 'banner', quiet: true })).loaded?.articles
  const latest = useLoaded(() => machines.list({ kind: 'news', limit: 1, quiet: true })).loaded?.articles
  // Both at once: the one that came later would move the other.
  if (!banners || !latest) return null
  const [article] = latest
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
