import { NEVER } from 'rxjs'
import { createActor, createMachine } from 'xstate'
import { createServerTime } from '../../../src/streams/serverTime.ts'
import { createSocket } from '../../../src/streams/socket.ts'
import type { Services } from '../../../src/ui/app/services.ts'

/** The app's own socket, to the server of the page. */
export function openSocket() {
  const serverTime = createServerTime(Date.now)
  const socket = createSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/`,
    WebSocket,
    getToken: () => null,
    random: Math.random,
    serverTime,
    wake$: NEVER,
  })
  return { socket, serverTime }
}

/** A signed-out session without interruptions. */
const still = () => createActor(createMachine({})).start()

/** The services of an isolated page: the given ones, and parts loaded up front. */
export const servicesOf = (given: Partial<Services>, parts: Readonly<Record<string, unknown>> = {}): Services =>
  ({
    session: still(),
    connection: still(),
    inspection: {},
    parts: ({ texts }: { texts: string }) => ({ now: () => ({ type: 'ready', value: parts[texts] }) }),
    ...given,
  }) as unknown as Services
