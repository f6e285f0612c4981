import { Worker } from 'node:worker_threads'
import { createMirror, SourceError, type SourceFacts, type Standing } from './market/module.ts'
import type { KnownSide } from './market-side.ts'
import type { FromThread, Handed, ToThread } from './market-thread.ts'
import { ConfigError } from './platform/config.ts'
import type { Platform } from './platform/context.ts'
import { DatabaseError } from './platform/database/database.ts'
import type { Bus } from './platform/nodes/bus.ts'
import { createPortBus, deliverCrossing } from './platform/nodes/port-bus.ts'
import type { WithTelemetry } from './platform/telemetry/telemetry.ts'
import type { JobWatch } from './platform/unit/job.ts'

const kinds = { SourceError, ConfigError, DatabaseError }

export type MarketThread = ReturnType<typeof startMarketThread>

/**
 * Starts the thread for prices and settlement. It loads its code and opens its source at once, and begins on request.
 *
 * @param died called if it ends unexpectedly
 */
export function startMarketThread(handed: Handed, died: (error: Error) => void) {
  const worker = new Worker(new URL('./market-entry.ts', import.meta.url), { workerData: handed })
  const source = Promise.withResolvers<SourceFacts>()
  const begun = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  for (const { promise } of [source, begun]) promise.catch(() => {})
  let standing: Standing = {
    role: 'follower',
    counters: { accepted: 0, refused: {} as Standing['counters']['refused'] },
  }
  let watch: JobWatch | undefined
  let bus: Bus | undefined
  let traced: WithTelemetry = {}
  let isOver = false

  const fail = (error: Error) => {
    if (isOver) return
    isOver = true
    source.reject(error)
    begun.reject(error)
    stopped.resolve()
  }
  const die = (error: Error) => {
    if (isOver) return
    fail(error)
    died(error)
  }
  worker.on('message', (said: FromThread) => {
    switch (said.kind) {
      case 'source':
        return source.resolve(said.facts)
      case 'begun':
        return begun.resolve()
      case 'failed':
        return fail(errorOf(said))
      case 'standing':
        standing = said.standing
        return
      case 'ran':
        return watch?.ran(said.work, said.held, said.ms)
      case 'did':
        return watch?.did(said.work, said.lateMs, said.gap)
      case 'heard':
        return bus && deliverCrossing(bus, said.crossing, traced)
      case 'stopped':
        isOver = true
        return stopped.resolve()
    }
  })
  worker.on('error', die)
  worker.on('exit', (code) => die(new Error(`the thread of the market ended with ${code}`)))
  const tell = (message: ToThread) => worker.postMessage(message)

  return {
    /** The facts about its source. Rejects with a SourceError if the source cannot be used. */
    source: source.promise,
    /** A bus over both threads, and over what `here` reaches. */
    join: (here: Bus, platform: WithTelemetry): Bus => {
      bus = here
      traced = platform
      return createPortBus(here, (crossing) => tell({ kind: 'heard', crossing }), ['baseWanted', 'traced'], platform)
    },
    /** Begins: the database is as the code expects it. */
    begin: async (platform: Platform, vaultKey: Uint8Array, work: JobWatch): Promise<KnownSide> => {
      watch = work
      const mirror = createMirror(platform, await source.promise)
      await mirror.start()
      tell({ kind: 'begin', vaultKey })
      await begun.promise
      const { start: _, stop, ...view } = mirror
      return {
        market: {
          ...view,
          get role() {
            return standing.role
          },
          get counters() {
            return standing.counters
          },
        },
        // Each thread becomes idle on its own.
        idle: async () => {},
        stop: async () => {
          tell({ kind: 'stop' })
          await stopped.promise
          stop()
        },
      }
    },
    /** Stops it, even if it never started. */
    end: async (): Promise<void> => {
      isOver = true
      await worker.terminate()
    },
  }
}

/** Recreates the thread's error here, with its class where the operator can fix it. */
function errorOf({ name, message, stack }: FromThread & { kind: 'failed' }): Error {
  const Kind = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : Error
  const error = new Kind(message)
  if (stack !== undefined) error.stack = stack
  return error
}
