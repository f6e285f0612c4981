import { Component, type ComponentType, type ReactNode, useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import type { Loaded, Loader } from '../../app/loader.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { hasMoved } from '../../router/router.ts'
import { Failure, type Shape, Skeleton } from './states.tsx'

function PageFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useLabels()
  return <Failure title={t('page.failed')} text={t('page.failedHint')} onRetry={onRetry} />
}

function Unloaded({ offline, onRetry }: { offline: boolean; onRetry: () => void }) {
  const { t } = useLabels()
  const title = t(offline ? 'page.notKept' : 'page.failed')
  return <LoadFailure title={title} text={t(offline ? 'page.notKeptHint' : 'page.failedHint')} onRetry={onRetry} />
}

/** An error boundary: a rendering error of a page stays within it. */
export class PageBoundary extends Component<{ children: ReactNode; onRetry?: () => void }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return <PageFailure onRetry={this.props.onRetry ?? (() => this.setState({ broken: false }))} />
  }
}

type LazyPageProps = {
  page: Loader<ComponentType>
  shapes?: readonly Shape[] | undefined
  /** The header of a page that draws its own, in case that page cannot be loaded. */
  header?: ReactNode
}

const loading: Loaded<never> = { type: 'loading' }

/**
 * A page whose code is loaded when first opened: a skeleton, and a retry on failure. Of a page that a tap opens, the skeleton is rendered
 * first, and the content in a render that yields to input.
 */
export function LazyPage({ page, shapes, header }: LazyPageProps) {
  const now = useSyncExternalStore(page.subscribe, page.now)
  const loaded = useDeferredValue(now, hasMoved() ? loading : now)
  // It may have failed when it was loaded ahead.
  useEffect(() => (page.now().type === 'failed' ? page.retry() : page.load()), [page])
  if (loaded.type === 'ready') {
    const Page = loaded.value
    return (
      <PageBoundary>
        <Page />
      </PageBoundary>
    )
  }
  if (loaded.type === 'failed')
    return (
      <>
        {header}
        <Unloaded offline={loaded.reason === 'offline'} onRetry={page.retry} />
      </>
    )
  return <Skeleton {...(shapes ? { shapes } : {})} />
}
