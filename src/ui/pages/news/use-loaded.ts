import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import type { LoadFirst } from '../../../machines/parts/loadFirst.ts'
import { useCameBack } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'

/** What a page loads first, with its result: `undefined` until loaded. */
export function useLoaded<Loaded>(make: () => LoadFirst<Loaded>) {
  const { inspection } = useServices()
  const [logic] = useState(make)
  const load = useActorRef(logic, inspection)
  // Also retries what is hidden because another part failed.
  useCameBack(() => {
    if (load.getSnapshot().hasTag('failed')) load.send({ type: 'load.retry' })
  })
  return { load, loaded: useSelector(load, ({ output }) => output) }
}
