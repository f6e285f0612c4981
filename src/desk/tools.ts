import { useActorRef, useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { deskActMachine } from '../machines/desk/deskAct.ts'
import type { deskLookMachine } from '../machines/desk/deskLook.ts'
import type { deskSessionMachine } from '../machines/desk/deskSession.ts'
import type { Asked } from '../machines/desk/wire.ts'
import type { Inspection } from '../ui/inspection.ts'

/** What every part of the desk may use, handed down from its composition root. */
export type Tools = {
  session: ActorRefFrom<typeof deskSessionMachine>
  look: typeof deskLookMachine
  /** Looks at how much waits in each queue. */
  waiting: typeof deskLookMachine
  act: typeof deskActMachine
  inspection: Inspection
}

const ToolsContext = createContext<Tools | null>(null)

export const ToolsProvider = ToolsContext.Provider

export function useTools(): Tools {
  const tools = useContext(ToolsContext)
  if (!tools) throw new Error('the desk stands outside of its tools')
  return tools
}

/** Looks at what a command answers. `follows`: again and again, by itself. */
export function useLook(asked: Asked, { follows = false } = {}): ActorRefFrom<typeof deskLookMachine> {
  const { look, inspection } = useTools()
  return useActorRef(look, { input: { asked, follows }, ...inspection })
}

/** How much waits in each queue, looked at by itself; and how to look again at once. */
export function useWaiting(): { waits: Readonly<Record<string, number>>; lookAgain: () => void } {
  const { waiting, inspection } = useTools()
  const actor = useActorRef(waiting, { input: { asked: EVERY_QUEUE, follows: true }, ...inspection })
  const rows = useSelector(actor, ({ context }) => context.done?.rows)
  const waits = Object.fromEntries((rows ?? []).map(({ queue, waits }) => [String(queue), Number(waits)]))
  return { waits, lookAgain: () => actor.send({ type: 'look.again' }) }
}

const EVERY_QUEUE: Asked = { command: 'waiting', args: [], options: {} }
