import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { createQueue } from './queue.ts'
import type { Turn } from './turn.ts'

/**
 * A connection with more requests that are not answered yet is cut. No browser and no proxy sends a second one before the
 * first is answered.
 */
const UNANSWERED_MAX = 16
/** Whoever reads slowly keeps the others behind the same address no longer than this, in ms. */
const IN_HAND_MS_MAX = 1_000

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Stands before all that answers requests, so that many of them keep nobody else: of one connection one begins when the
 * one before it is answered, of one caller few calls that look are in hand, and none begins in a turn that is over.
 *
 * @param callerOf by what a request's caller is counted
 */
export function createGate(
  turn: Turn,
  clock: Clock,
  callerOf: (request: IncomingMessage) => string,
  handle: Handle,
): Handle {
  const queue = createQueue(turn)
  /** What waits behind the request that a connection has in hand. */
  const lines = new WeakMap<Socket, (() => void)[]>()

  const enter = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // What looks comes in pages, and in any number; what acts waits for its own limits, some of it on purpose.
    if (request.method !== 'GET' || !request.url?.startsWith('/api/')) {
      await turn.pause()
      return handle(request, response)
    }
    const leave = await queue(callerOf(request))
    // Whoever asked may be gone: the answer is not made.
    if (response.destroyed) return leave()
    const cancel = clock.after(IN_HAND_MS_MAX, leave)
    response.once('close', () => {
      cancel()
      leave()
    })
    handle(request, response)
  }
  const next = (socket: Socket, line: (() => void)[]) => {
    const begin = socket.destroyed ? undefined : line.shift()
    if (begin) begin()
    else lines.delete(socket)
  }
  return (request, response) => {
    const { socket } = request
    // One that was cut has what it had already sent read all the same.
    if (socket.destroyed) return
    const line = lines.get(socket)
    const begin = () => {
      response.once('close', () => next(socket, lines.get(socket) ?? []))
      void enter(request, response)
    }
    if (!line) {
      lines.set(socket, [])
      begin()
    } else if (line.length + 1 < UNANSWERED_MAX) line.push(begin)
    else socket.destroy()
  }
}
