import type { ReactNode } from 'react'
import { useCameBack } from '../app/reconnected.ts'
import { Failure } from '../parts/page/states.tsx'

/** A load failure: the user can retry, and it is retried automatically once the connection is back. */
export function LoadFailure(props: { title: ReactNode; text?: ReactNode; onRetry: () => void; busy?: boolean }) {
  useCameBack(props.onRetry)
  return <Failure {...props} />
}
