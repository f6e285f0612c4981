import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import type { LoadFirst } from '../../../machines/parts/loadFirst.ts'
import { useCameBack } from '../../reconnected.ts'
import { useServices } from '../../services.ts'

/** What a page loads first, made when it opens, and what came of it: `undefined` until it did. */
export function useLoaded<Loaded>(make: () => LoadFirst<Loaded>) {
  const { inspection } = useServices()
  const [logic] = useState(make)
  const load = useActorRef(logic, inspection)
  // Also what is not shown yet, since something else did not come either.
  useCameBack(() => {
    if (load.getSnapshot().hasTag('failed')) load.send({ type: 'load.retry' })
  })
  return { load, loaded: useSelector(load, ({ output }) => output) }
}
