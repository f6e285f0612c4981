import { pino } from 'pino'
import { type App, buildApp } from '../../server/app.ts'
import { inThisThread } from '../../server/market-side.ts'
import type { Module } from '../../server/module.ts'
import type { Clock } from '../../server/platform/clock.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Passwords } from '../../server/security/module.ts'
import type { ManualClock } from '../server/manual-clock.ts'
import { makePlatform, testConfig } from '../server/platform.ts'
import { createRandom } from './chance.ts'
import type { Feed } from './feed.ts'
import { type Moment, type Storage, withFaults } from './storage.ts'

/** One life of the server's process, from its start to its end. */
export type Life = {
  app: App
  platform: Platform
  /** The database without faults, for outside observers. */
  db: Platform['db']
  /** Whether the process is dead. Its leftovers may keep running: they are not observed, and their writes are discarded. */
  readonly gone: boolean
  /** Ends the process as a power cut does. */
  crash(): void
  /** Ends it as SIGTERM does. */
  stop(): Promise<void>
}

/** A fault in a server's life, and when: at the `number`th such moment from now on. */
export type Fault = Moment & { number: number; effect: 'fails' | 'crashes' }

/** The planned fault has happened. */
export class Struck extends Error {}

/** The inputs of a life, and the state that outlives it. */
export type Surroundings = {
  seed: string
  modules: readonly Module[]
  clock: ManualClock
  storage: Storage
  feed: Feed
  /** A line of the log, as the process wrote it. */
  log(level: number, line: string): void
  /** Something is going on in the process. */
  stir(): void
  /** The fault that is set, taken away once it has struck. */
  fault: Fault | undefined
  /** The fault has struck. */
  struck(fault: Fault): void
  ended(life: Life): void
}

/** A fast fake: the real one hashes in threads, whose order cannot be repeated. */
const passwords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}

/** The same for each life, so that what depends on it alone is calculated once. A week of days of five seconds is over within a run. */
const config = testConfig({ PAPER_DAY_SECONDS: '5' })

/**
 * Starts the server over the storage as it is.
 *
 * @throws the server's error if it cannot start
 */
export async function startLife(around: Surroundings, number: number): Promise<Life> {
  let gone = false
  const timers = new Set<() => void>()
  const database = around.storage.open()

  const end = () => {
    gone = true
    for (const cancel of timers) cancel()
    timers.clear()
    around.ended(life)
  }
  const crash = () => {
    if (gone) return
    around.storage.cut()
    end()
  }
  const strike = ({ at, when }: Moment) => {
    if (gone) throw new Struck('the process is gone')
    around.stir()
    const { fault } = around
    if (!fault || fault.at !== at || fault.when !== when) return
    fault.number -= 1
    if (fault.number > 0) return
    around.fault = undefined
    around.struck(fault)
    if (fault.effect === 'crashes') crash()
    throw new Struck(`${when} a ${at}`)
  }

  const clock: Clock = {
    now: () => around.clock.now(),
    after: (ms, callback) => {
      if (gone) return () => {}
      const cancel = around.clock.after(ms, () => {
        timers.delete(cancel)
        callback()
      })
      timers.add(cancel)
      return () => {
        timers.delete(cancel)
        cancel()
      }
    },
  }
  const random = createRandom(`${around.seed} life ${number}`)
  const log = pino(
    {
      base: null,
      timestamp: () => `,"time":${clock.now()}`,
      // A stack names lines of this very tree.
      serializers: { err: (error: unknown) => String(error) },
    },
    { write: (line: string) => !gone && around.log(JSON.parse(line).level, line.trimEnd()) },
  )
  const life = {
    db: database.db,
    get gone() {
      return gone
    },
    crash,
    stop: async () => {
      await life.app.close()
      await database.close()
      end()
    },
  } as Life
  try {
    life.platform = await makePlatform(withFaults(database, strike), {
      clock,
      random,
      config,
      log,
      modules: around.modules,
    })
    life.app = await buildApp({
      platform: life.platform,
      startSide: inThisThread(life.platform, around.feed.source),
      checkAnswers: true,
      passwords,
    })
  } catch (error) {
    crash()
    throw error
  }
  return life
}
