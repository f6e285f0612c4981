import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { Loading } from '../../machines/parts/loadFirst.ts'
import { useLabels } from '../i18n/index.ts'
import { type Shape, Skeleton } from '../parts/page/states.tsx'
import { LoadFailure } from './load-failure.tsx'

type LoadFirstProps = { load: Loading; shapes: readonly Shape[]; title?: ReactNode; text?: ReactNode }

/** The placeholder of loading content: its skeleton, or the failure. */
export function LoadFirst({ load, shapes, title, text }: LoadFirstProps) {
  const { t } = useLabels()
  const failed = useSelector(load, (now) => now?.hasTag('failed') ?? false)
  if (!failed) return <Skeleton shapes={shapes} />
  return (
    <LoadFailure title={title ?? t('load.failed')} text={text} onRetry={() => load?.send({ type: 'load.retry' })} />
  )
}
