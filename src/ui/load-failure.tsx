import type { ReactNode } from 'react'
import { Failure } from './parts/states.tsx'
import { useCameBack } from './reconnected.ts'

/** Something could not be loaded: a person can ask again, and it is asked again by itself once the connection is back. */
export function LoadFailure(props: { title: ReactNode; text?: ReactNode; onRetry: () => void; busy?: boolean }) {
  useCameBack(props.onRetry)
  return <Failure {...props} />
}
