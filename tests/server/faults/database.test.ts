import { expect, it, vi } from 'vitest'
import { lists } from '../../../src/api/trade/microtrade.ts'
import { databaseKinds, sqliteFirst } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { LEAST_STAKE } from '../microtrade/support.ts'
import { ready, register, type ServerProcess } from '../platform/process.ts'
import type { Moment } from './failpoints.ts'
import { createWorld, type Purchase, type World } from './world.ts'

/** A running server with a user; afterwards its world is examined and removed. */
async function within(
  kind: (typeof databaseKinds)[number],
  live: (world: World, server: ServerProcess, token: string) => Promise<void>,
): Promise<void> {
  const world = await createWorld(kind)
  try {
    const server = world.start()
    const token = await register(server)
    await ready(server)
    await live(world, server, token)
    expect(await server.kill('SIGTERM')).toBe(0)
    expect(await world.check()).toEqual([])
  } finally {
    await world.end()
  }
}

let requests = 0
const purchase = (token: string): Purchase => ({
  token,
  input: {
    requestId: `request-${++requests}-of-faults`,
    symbol: 'BTCUSDT',
    direction: 'rise',
    currency: 'USDT',
    amount: LEAST_STAKE,
    seconds: 30,
  },
})

const live = (server: ServerProcess, token: string) => server.ok(lists, { list: 0, limit: 100 }, token)
const opened = (server: ServerProcess, token: string) =>
  vi.waitFor(async () => expect((await live(server, token)).filter(({ state }) => state !== 'open')).toEqual([]))
const ended = (server: ServerProcess, token: string) =>
  vi.waitFor(async () => expect(await live(server, token)).toEqual([]))

describeOn({ on: sqliteFirst, concurrent: true }, 'a full disk', (kind) => {
  it('refuses writes it cannot store, keeps its data, and recovers once there is room', () =>
    within(kind, async (world, server, token) => {
      const before = await world.buy(purchase(token))
      await opened(server, token)
      await world.fillDisk(true)
      // Partly filled pages take some more.
      const refused: Purchase[] = []
      for (let attempt = 0; attempt < 200 && refused.length < 3; attempt++) {
        const one = purchase(token)
        await world.buy(one).catch((error: Error) => {
          expect(error.message).toMatch('"key":"serverError"')
          refused.push(one)
        })
      }
      expect(refused).toHaveLength(3)
      await vi.waitFor(() => expect(server.out.stderr).toMatch('the record could not be written'))
      expect((await fetch(`${await server.url}/healthz`)).status).toBe(200)
      expect((await live(server, token)).map(({ id }) => id)).toContain(before.id)

      await world.fillDisk(false)
      for (const one of refused) await world.buy(one)
      await opened(server, token)
      world.tell({ kind: 'clock', by: 28_000 })
      await ended(server, token)
      const all = await server.ok(lists, { limit: 100 }, token)
      expect(all).toHaveLength(world.purchases.length)
    }))
})

it('database: a start on a full disk fails in one line, and the next one with room succeeds', async () => {
  const world = await createWorld('sqlite')
  try {
    const refused = world.start([{ kind: 'disk', pages: 10 }])
    expect(await refused.exit).toBe(1)
    expect(refused.out.stderr).toBe('the disk of the database is full\n')
    const started = world.start()
    await ready(started)
    expect(await started.kill('SIGTERM')).toBe(0)
  } finally {
    await world.end()
  }
})

it.runIf(databaseKinds.includes('postgres'))(
  'a database that is lost before a commit, while it is on its way or after it: what was answered is there, what was not is there once when it is sent again',
  () =>
    within('postgres', async (world, server, token) => {
      const moments: Moment[] = ['before', 'sent', 'after']
      for (const moment of moments) {
        const lose = (unit: string) => world.tell({ kind: 'arm', point: `${unit}/commit`, moment, deed: 'lose' })
        lose('submit')
        const one = purchase(token)
        const answer = await world.buy(one).catch((error: Error) => error.message)
        if (moment !== 'after') expect(answer).toMatch('"key":"serverError"')
        await world.buy(one)
        lose('open')
        await world.buy(purchase(token))
        await opened(server, token)
        world.points.delete('lost record/commit')
        lose('record')
        await vi.waitFor(() => expect(world.points).toContain('lost record/commit'))
        await world.buy(purchase(token))
        await opened(server, token)
        // Whenever they opened, all are due now: they are moved together.
        lose('(won|lost|drawn|unexpected)')
        world.tell({ kind: 'clock', by: 31_000 })
        await ended(server, token)
        await ready(server)
      }
      expect(await server.ok(lists, { limit: 100 }, token)).toHaveLength(9)
      expect(server.out.stderr).toMatch('orders could not be moved together')
      expect(server.out.stderr).toMatch('the record could not be written')
    }),
)
