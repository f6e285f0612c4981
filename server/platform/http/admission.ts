import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { createQueue } from './queue.ts'
import type { TimeSlice } from './time-slice.ts'

/** A connection with more unanswered requests is cut. No browser or proxy pipelines requests. */
const UNANSWERED_MAX = 16
/** Maximum time that a slow reader delays others behind the same address, in ms. */
const IN_HAND_MS_MAX = 1_000

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Admission control for all requests, so that a burst does not delay other callers: the requests of one connection run one after the other,
 * each caller has a few read calls in progress, and none starts in a slice that is over.
 *
 * @param callerOf the key of a request's caller
 */
export function createAdmission(
  slice: TimeSlice,
  clock: Clock,
  callerOf: (request: IncomingMessage) => string,
  handle: Handle,
): Handle {
  const queue = createQueue(slice)
  /** Requests waiting behind the one in progress on a connection. */
  const lines = new WeakMap<Socket, (() => void)[]>()

  const enter = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Reads are paged and unlimited in number; writes wait for their own limits, some of them on purpose.
    if (request.method !== 'GET' || !request.url?.startsWith('/api/')) {
      await slice.pause()
      return handle(request, response)
    }
    const leave = await queue(callerOf(request))
    // The client has disconnected: skip the answer.
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
    // Requests already received are still parsed after a connection is cut.
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
