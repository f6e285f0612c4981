import { useActorRef, useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { adminSessionMachine } from '../machines/admin/adminSession.ts'
import { adminViewMachine, EVERY_QUEUE } from '../machines/admin/adminView.ts'
import type { Asked, Row } from '../machines/admin/wire.ts'
import type { Inspection } from '../ui/app/inspection.ts'

/** The services of the admin console, provided by its composition root. */
export type Tools = {
  session: ActorRefFrom<typeof adminSessionMachine>
  inspection: Inspection
}

const ToolsContext = createContext<Tools | null>(null)

export const ToolsProvider = ToolsContext.Provider

export function useTools(): Tools {
  const tools = useContext(ToolsContext)
  if (!tools) throw new Error('the admin console stands outside of its tools')
  return tools
}

/** Loads a command's answer. `follows`: with automatic refresh. */
export function useLook(asked: Asked, { follows = false } = {}): ActorRefFrom<typeof adminViewMachine> {
  const { inspection } = useTools()
  return useActorRef(adminViewMachine, { input: { asked, follows }, ...inspection })
}

/**
 * A queue: how many wait, since when the oldest does, how long one may, in seconds, and how many do for longer. `decided`: how many today,
 * by operators; `median`: the time from their request to that, in seconds. Both are null where none are counted.
 */
export type Pace = {
  waits: number
  oldest: string | null
  target: number | null
  late: number
  decided: number | null
  median: number | null
}

/** Every queue by its name, at a time in seconds; `undefined` before the first answer. `failure`: of the newest request. */
export type Waiting = { paces: Readonly<Record<string, Pace>>; at: number | undefined; failure: string | null }

/** The pace of each queue, refreshed automatically; and a function to refresh at once. */
export function useWaiting(): Waiting & { lookAgain: () => void } {
  const actor = useLook(EVERY_QUEUE, { follows: true })
  const done = useSelector(actor, ({ context }) => context.done)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const paces = Object.fromEntries((done?.rows ?? []).map((row) => [String(row.queue), paceIn(row)]))
  return { paces, at: done?.at, failure, lookAgain: () => actor.send({ type: 'look.again' }) }
}

const numberOr = (value: Row[string] | undefined) => (value == null ? null : Number(value))

const paceIn = ({ waits, oldest, target, late, decided, median }: Row): Pace => ({
  ...{ waits: Number(waits), oldest: oldest == null ? null : String(oldest) },
  ...{ target: numberOr(target), late: Number(late) },
  ...{ decided: numberOr(decided), median: numberOr(median) },
})
