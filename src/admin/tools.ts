import { useActorRef, useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { adminSessionMachine } from '../machines/admin/adminSession.ts'
import { adminViewMachine, EVERY_QUEUE } from '../machines/admin/adminView.ts'
import type { Asked } from '../machines/admin/wire.ts'
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

/** The length of each queue, refreshed automatically; and a function to refresh at once. */
export function useWaiting(): { waits: Readonly<Record<string, number>>; lookAgain: () => void } {
  const actor = useLook(EVERY_QUEUE, { follows: true })
  const rows = useSelector(actor, ({ context }) => context.done?.rows)
  const waits = Object.fromEntries((rows ?? []).map(({ queue, waits }) => [String(queue), Number(waits)]))
  return { waits, lookAgain: () => actor.send({ type: 'look.again' }) }
}
