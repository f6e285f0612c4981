import { modules } from '../../server/modules.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { quantile } from './figures.ts'
import { client, quoteWaits } from './http-client.ts'
import { type Crowd, placeCrowd } from './many-people.ts'
import { onEachDatabase, type Place, seedOnePerson, slowestRow, strangerRow } from './one-person.ts'
import { startServer } from './server.ts'

const FULL: Crowd = { people: 1_000_000, openOrders: 10_000, messages: 5_000, planDays: 100_000 }
const QUICK: Crowd = { people: 10_000, openOrders: 2_000, messages: 1_000, planDays: 10_000 }
const WARM_UP = 2
const ROUNDS = 10
const LOOKS = 10

/** Requests of a person with very many open orders, messages and plan days, in rotation; a body makes it a POST. */
const calls: readonly (readonly [path: string, body: string])[] = [
  ['orders/list?limit=100&list=0', ''],
  ['orders/list?limit=100', ''],
  ['lever/my_trade', JSON.stringify({ limit: 100, list: 0 })],
  ['lever/deal', JSON.stringify({ symbol: 'BTCUSDT' })],
  ['lever/dealall', '{}'],
  [
    'lever/preview',
    JSON.stringify({ symbol: 'BTCUSDT', direction: 'long', type: 'market', quantity: '0.1', leverage: 5 }),
  ],
  ['user/usermessage?limit=100', ''],
  ['user/usermessage?limit=100&kind=operator', ''],
  ['project', ''],
  ['project/days?pid=01ARZ3NDEKTSV4RRFFQ69G5FAV&limit=400', ''],
  ['wallet/turnover', ''],
  ['withdrawal/conditions', ''],
]

/** One person with the most of everything, and the admin console's lists over the most people. */
const many: Benchmark = (bench) => onEachDatabase(bench, (place) => measure(bench, place))

async function measure(bench: Bench, place: Place): Promise<Row[]> {
  const crowd = bench.quick ? QUICK : FULL
  const { kind } = place
  bench.say(`${kind}: writing ${crowd.people} people`)
  const { platform, token } = await seedOnePerson(place, ({ db }, userId) => placeCrowd(db, userId, crowd))
  const admin = await looks(bench, kind, platform, crowd.people)
  await platform.database.close()

  const server = await startServer(bench, place.settings)
  const waits = new Map<string, number[]>(calls.map(([path]) => [path, []]))
  const rounds = (times: number) =>
    client(server.port, async (ask) => {
      for (let round = 0; round < times; round += 1) {
        for (const [path, body] of calls) {
          const asked = performance.now()
          const answer = await ask(path, token, body)
          if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`${path}: ${answer.slice(0, 400)}`)
          waits.get(path)?.push(performance.now() - asked)
        }
      }
    })
  // Warm-up: compilation and first reads are not measured.
  await rounds(WARM_UP)
  for (const each of waits.values()) each.length = 0
  let over = false
  const strangers = quoteWaits(server.port, () => over)
  await rounds(ROUNDS)
  over = true
  const stranger = await strangers
  await server.stop()
  const size = bench.quick && { size: `${crowd.people} users, ${crowd.openOrders} orders` }
  return [
    ...admin.map((row) => ({ ...row, ...size })),
    {
      ...slowestRow(bench, kind, waits),
      what: `the slowest call of a user with 10,000 open orders on ${kind}, p99`,
      ...size,
    },
    strangerRow(bench, kind, "another user's quotes during the calls of that user", stranger),
  ]
}

/** Times of each list of the admin console, by its function; counts made in a thread, from the second call on. */
async function looks(bench: Bench, kind: string, platform: Platform, people: number): Promise<Row[]> {
  let slowest = { name: '', ms: 0, firstMs: 0 }
  const lists = modules
    .flatMap(({ commands = [] }) => commands)
    .filter(({ admin, args }) => admin && admin.as !== 'act' && args.length === 0)
  for (const command of lists) {
    const given = { platform, who: 'bench', args: [], options: {}, tell: () => {} }
    const first = performance.now()
    await command.run(given)
    const firstMs = performance.now() - first
    const each: number[] = []
    for (let look = 0; look < LOOKS; look += 1) {
      const begun = performance.now()
      await command.run(given)
      each.push(performance.now() - begun)
    }
    const value = quantile(each, 0.99)
    bench.say(`${kind}: ${command.name} ${value.toFixed(1)} ms, at first ${firstMs.toFixed(1)} ms`)
    if (value > slowest.ms) slowest = { name: command.name, ms: value, firstMs }
  }
  const { name, ms, firstMs } = slowest
  return [
    {
      what: `the slowest list of the admin console over a million users on ${kind}, p99`,
      value: ms,
      unit: 'ms',
      aim: { atMost: 100 },
      ours: `${name}; at first ${firstMs.toFixed(0)} ms`,
      how: `the command itself, ${LOOKS} times after a first one, with ${people} people`,
    },
  ]
}

export default many
