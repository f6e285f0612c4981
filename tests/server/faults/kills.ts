import { setTimeout as sleep } from 'node:timers/promises'
import { lists, submit } from '../../../src/api/trade/microtrade.ts'
import { createGenerator } from '../../generator.ts'
import type { DatabaseKind } from '../databases.ts'
import { LEAST_STAKE } from '../microtrade/support.ts'
import { ready, register, type ServerProcess } from '../platform/process.ts'
import type { Moment, Order } from './failpoints.ts'
import { createWorld, type Purchase, type World } from './world.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const PERIOD = 30 * SECOND

/**
 * The units of work of an option's life: its purchase, its opening, its end, and the record that decides both. A drawn order is left to the
 * random kills, because its statements equal those of a void one. So are the candles of a full minute.
 */
const LIFE = /^((submit|open|won|lost|unexpected)\/|record\/(?!insert candles)\D+$)/

/** Where a server is killed: at a write point, or at a random time, in ms after its start. */
export type Kill = { point: string; moment: Moment } | { after: number }

export type KillOptions = {
  kind: DatabaseKind
  seed: string
  /** Selects the points at which to kill a server, from all that it passes without faults. */
  at(points: readonly { point: string; moment: Moment }[]): readonly Kill[]
  /** Number of additional kills at random times. */
  random: number
  say?(line: string): void
}

/** A run's counts. `kills`: by unit of work, or `chance`; `resent`: requests
 * that a dead server left without an answer. */
export type KillSummary = {
  kind: DatabaseKind
  kills: Record<string, number>
  points: number
  states: Record<string, number>
  resent: number
  jumps: number
  checks: number
}

/**
 * Kills servers during the lives of options, at each write point and at random, with clocks set forwards and backwards
 * and repeated requests, and checks the database after each. At the end every option is settled once.
 *
 * The seed repeats purchases and kills, but not the scheduling of the operating system.
 *
 * @throws Error with the violation, the kill before it, and the command that repeats the run
 */
export async function runKills(options: KillOptions): Promise<KillSummary> {
  const { kind, seed, say = () => {} } = options
  const world = await createWorld(kind)
  const chance = createGenerator(`${seed} ${kind} ${options.random}`)
  const kills: Record<string, number> = {}
  let jumps = 0
  let described = 'the first life'
  const examine = async () => {
    const lines = await world.check()
    if (lines.length > 0) throw new Error(lines.join('\n'))
  }
  try {
    const tokens = await rehearse(world, chance)
    await examine()
    const named = [...world.points].filter((point) => LIFE.test(point)).flatMap((point) => momentsOf(point, kind))
    const all: Kill[] = [
      ...options.at(named),
      ...Array.from({ length: options.random }, () => ({ after: chance.uniform() * 5 * SECOND })),
    ]
    for (const [index, kill] of all.entries()) {
      described = 'after' in kill ? `a kill after ${Math.round(kill.after)} ms` : `a kill ${kill.moment} ${kill.point}`
      const by = jumpBetween(chance, 'after' in kill)
      if (by !== 0) {
        jumps += 1
        world.jump(by)
        described = `${described}, the clock set by ${by / SECOND} s before`
      }
      await liveAndDie(world, chance, tokens, kill)
      await examine()
      if (by < 0) world.jump(-by + 5 * SECOND)
      const name = 'after' in kill ? 'chance' : (kill.point.split('/')[0] ?? '')
      kills[name] = (kills[name] ?? 0) + 1
      say(`${kind} ${index + 1}/${all.length}: ${described}`)
    }
    described = 'the last life'
    await settleAll(world, tokens)
    await examine()
    return {
      kind,
      kills,
      points: named.length,
      states: await world.states(),
      resent: world.resent,
      jumps,
      checks: world.checks,
    }
  } catch (error) {
    throw new Error(`${kind}, after ${described} (repeat with: npm run test:faults -- --seed ${seed} --on ${kind})`, {
      cause: error,
    })
  } finally {
    await world.end()
  }
}

type Chance = ReturnType<typeof createGenerator>
const pick = <T>(chance: Chance, all: readonly T[]): T => all[Math.floor(chance.uniform() * all.length)] as T

/** After one statement is before the next; only after the last, the commit, is a separate point. */
const momentsOf = (point: string, kind: DatabaseKind): { point: string; moment: Moment }[] => {
  const moments: Moment[] = ['before']
  if (point.endsWith('/commit')) {
    if (kind === 'postgres') moments.push('sent')
    moments.push('after')
  }
  return moments.map((moment) => ({ point, moment }))
}

/** After the clock is set back, no price is live until it has caught up, so no point of an order's life would be passed. */
const jumpBetween = (chance: Chance, backToo: boolean): number =>
  chance.uniform() < 0.15 ? pick(chance, [90 * SECOND, HOUR, DAY, ...(backToo ? [-2 * SECOND, -HOUR, -DAY] : [])]) : 0

/** A life without faults, in which orders are won, lost and void: it passes all existing points. */
async function rehearse(world: World, chance: Chance): Promise<string[]> {
  const server = world.start()
  const tokens = [await register(server), await register(server, 'another')]
  await ready(server)
  for (const unit of ['unexpected', 'won', 'lost']) {
    const ending = unit === 'unexpected' ? unit : 'settled'
    for (let attempt = 0; attempt < 5 && !world.points.has(`${unit}/commit`); attempt++) {
      await trade(world, chance, server, tokens, ending)
    }
  }
  await server.kill('SIGKILL')
  return tokens
}

// The first end state that a group writes depends on prices, so a life may or may not pass a point.
const LIVES_MAX = 16

/** Two new users, whose first purchases also pass points such as the insert of their accounts. */
async function newcomers(server: ServerProcess, tokens: string[]): Promise<string[]> {
  const added = [await register(server, `person${tokens.length}`), await register(server, `person${tokens.length + 1}`)]
  tokens.push(...added)
  return added
}

/** One life of a server, up to its death. */
async function liveAndDie(world: World, chance: Chance, tokens: string[], kill: Kill): Promise<void> {
  const armed: Order[] = 'after' in kill ? [] : [{ kind: 'arm', ...kill }]
  for (let attempt = 0; attempt < LIVES_MAX; attempt++) {
    const server = world.start(armed)
    const killer = 'after' in kill ? setTimeout(() => server.kill('SIGKILL'), kill.after) : undefined
    const unit = 'after' in kill ? '' : kill.point.split('/')[0]
    const ending = unit === 'unexpected' || (unit === '' && chance.uniform() < 0.2) ? 'unexpected' : 'settled'
    try {
      while (!killer || server.child.signalCode === null) {
        await ready(server)
        await resend(world)
        const buyers = unit === 'submit' && attempt > 0 ? await newcomers(server, tokens) : tokens
        await trade(world, chance, server, buyers, ending)
        if (!killer) break
      }
    } catch (error) {
      // A call without an answer ends a life as expected; an unexpected answer is a fault.
      if (!(await died(server, 30 * SECOND)) && !killer) throw error
      if (isAnswer(error)) throw error
    }
    if (killer) await server.exit
    else await died(server, SECOND / 2)
    const faults = server.out.stderr.split('\n').filter((line) => /"level":[56]0/.test(line))
    if (server.child.exitCode !== null || faults.length > 0) throw new Error(`the server: ${server.out.stderr}`)
    if (server.child.signalCode !== null) return
    await server.kill('SIGKILL')
  }
  throw new Error(`the point was not passed in ${LIVES_MAX} lives`)
}

const isAnswer = (error: unknown) => error instanceof Error && /"type":/.test(error.message)
/** A temporary refusal leaves nothing behind. */
const isOfTheMoment = (error: unknown) => error instanceof Error && /"key":"tradingClosed"/.test(error.message)

/** Buys once prices are live: on a busy machine they may become stale between the check and the purchase. */
async function buy(world: World, purchase: Purchase): Promise<void> {
  const end = performance.now() + WAIT_MS_MAX
  for (;;) {
    try {
      await world.buy(purchase)
      return
    } catch (error) {
      if (!isOfTheMoment(error) || performance.now() > end) throw error
      await sleep(100)
    }
  }
}

/** Whether a server has died, or dies within this time: a call may fail before its end is noticed. */
const died = async (server: ServerProcess, withinMs: number): Promise<boolean> =>
  Promise.race([server.exit.then(() => true), sleep(withinMs).then(() => false)])

/** Repeats requests without an answer: each buys once, now or before. */
async function resend(world: World): Promise<void> {
  for (const purchase of world.purchases) {
    if (purchase.answer) continue
    world.resent += 1
    await buy(world, purchase)
  }
}

/** Two users buy on two pairs both ways, sometimes twice at once; the orders open and end. */
async function trade(
  world: World,
  chance: Chance,
  server: ServerProcess,
  tokens: readonly string[],
  ending: 'settled' | 'unexpected',
): Promise<void> {
  const purchases = tokens.flatMap((token) =>
    (['rise', 'fall'] as const).map((direction): Purchase => {
      const amount = String(Number(LEAST_STAKE) + Math.floor(chance.uniform() * 20))
      const symbol = pick(chance, ['BTCUSDT', 'ETHUSDT'])
      const requestId = `request-${world.purchases.length}-${Math.floor(chance.uniform() * 1e12)}`
      return { token, input: { requestId, symbol, direction, currency: 'USDT', amount, seconds: PERIOD / SECOND } }
    }),
  )
  await Promise.all(
    purchases.flatMap((purchase) => Array.from({ length: pick(chance, [1, 1, 2, 3]) }, () => buy(world, purchase))),
  )
  // Void before it has opened, or after.
  if (ending === 'unexpected' && chance.uniform() < 0.5) world.tell({ kind: 'clock', by: 12 * SECOND })
  else {
    await until(server, tokens, (orders) => orders.every(({ state }) => state !== 'accepted'))
    world.tell({ kind: 'clock', by: ending === 'settled' ? PERIOD - 4 * SECOND : PERIOD + 12 * SECOND })
  }
  await until(server, tokens, (orders) => orders.length === 0)
}

/** Timeout for hangs, long enough for a busy machine. */
const WAIT_MS_MAX = 300 * SECOND

/** Waits until the live orders of all users are as expected. */
async function until(
  server: ServerProcess,
  tokens: readonly string[],
  are: (live: { state: string }[]) => boolean,
): Promise<void> {
  const end = performance.now() + WAIT_MS_MAX
  for (;;) {
    const live = await Promise.all(tokens.map((token) => server.ok(lists, { list: 0, limit: 100 }, token)))
    if (are(live.flat())) return
    if (performance.now() > end) throw new Error(`orders stay as they are: ${JSON.stringify(live.flat())}`)
    await sleep(100)
  }
}

/** Everything bought is settled; a repeated request gets its first answer, and cannot make another purchase. */
async function settleAll(world: World, tokens: readonly string[]): Promise<void> {
  const server = world.start()
  await ready(server)
  await resend(world)
  await until(server, tokens, (orders) => orders.every(({ state }) => state !== 'accepted'))
  world.tell({ kind: 'clock', by: PERIOD })
  await until(server, tokens, (orders) => orders.length === 0)
  for (const [index, purchase] of world.purchases.entries()) {
    // To stay below the rate limit.
    if (index % 400 === 399) world.tell({ kind: 'clock', by: 61 * SECOND })
    await world.buy(purchase)
    const other = { ...purchase.input, amount: '99' }
    const said = await server.ok(submit, other, purchase.token).catch((error: Error) => error.message)
    if (!String(said).includes('requestReused')) throw new Error(`${other.requestId} served twice: ${said}`)
  }
  const code = await server.kill('SIGTERM')
  if (code !== 0) throw new Error(`asked to stop, the server ended with ${code}: ${server.out.stderr}`)
}
