import { useEffect, useSyncExternalStore } from 'react'
import { useWords } from '../../i18n/index.ts'
import { usePart } from '../../part.ts'
import { Card } from '../../parts/list.tsx'
import { useServices } from '../../services.ts'
import { ArticleRow } from './article-row.tsx'
import { news } from './part.ts'
import { useLoaded } from './use-loaded.ts'

/** The latest notice, below all else: where it comes late it moves nothing, and where it does not come nothing is missing. */
export function LatestNews() {
  const { parts } = useServices()
  const loader = parts(news)
  const loaded = useSyncExternalStore(loader.subscribe, loader.now)
  useEffect(() => loader.load(), [loader])
  return loaded.type === 'ready' && <Latest />
}

function Latest() {
  const machines = usePart(news)
  const { t } = useWords()
  const { loaded } = useLoaded(() => machines.list({ kind: 'news', limit: 1, quiet: true }))
  const [article] = loaded?.articles ?? []
  return (
    article && (
      <Card title={t('news.latest')} menu>
        <ArticleRow article={article} dated />
      </Card>
    )
  )
}
