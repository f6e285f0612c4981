import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tellUser } from '../../../server/inbox/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { markChat, sendChat } from '../../../src/api/account/chat.ts'
import { setZone } from '../../../src/api/account/user.ts'
import { setPriceAlert } from '../../../src/api/market/price-alerts.ts'
import { changeWatchlist } from '../../../src/api/market/watchlist.ts'
import * as withdrawals from '../../../src/api/money/withdrawal.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import * as strategy from '../../../src/api/trade/strategy.ts'
import { type DatabaseKind, databaseKinds } from '../databases.ts'
import { announce } from '../deposit/support.ts'
import * as lots from '../forex/support.ts'
import { startServer, type TestServer } from '../harness.ts'
import * as contracts from '../lever/support.ts'
import { borrow } from '../loan/support.ts'
import { hold, order, price } from '../microtrade/support.ts'
import * as plans from '../plan/support.ts'
import * as savings from '../savings/support.ts'
import * as coins from '../spot/support.ts'
import * as strategies from '../strategy/support.ts'
import { swapped } from '../swap/support.ts'
import { address, withdrawal, withPayPassword } from '../withdrawal/support.ts'
import { readsOfAdmin, readsOfCalls } from './reads.ts'
import { sampleOf } from './samples.ts'

/** A user with something of every kind, live and ended. One event at a time, since databases order simultaneous ones differently. */
async function settled(server: TestServer): Promise<{ userId: string; token: string }> {
  const { userId, token } = await server.person()
  await withPayPassword(server, userId)
  await lots.bindCard(server, userId)
  await borrow(server, token)
  await hold(server, '40000.00', 2)
  await swapped(server, token)
  await server.ok(withdrawals.out, withdrawal(await address(server, token)), token)
  await server.ok(microtrade.submit, order(), token)
  await hold(server, '40000.00', 20)
  await hold(server, '40010.00', 13)
  const first = await contracts.opened(server, token, { quantity: '0.01' })
  await contracts.opened(server, token, { quantity: '0.01', leverage: 5, takeProfit: '42000' })
  await contracts.ordered(server, token, { quantity: '0.01', type: 'limit', price: '30000' })
  await contracts.ask(server, token, lever.close, { id: first.id })
  await hold(server, '40010.00', 3)
  await coins.ordered(server, token)
  await hold(server, '40010.00', 3)
  await coins.ordered(server, token, coins.limit('30000'))
  await server.ok(strategy.submit, strategies.grid(), token)
  await strategies.settle(server, '40000.00')
  await strategies.settle(server, '37900.00')
  await lots.closes(server, token, (await lots.opened(server, token)).id)
  await lots.opened(server, token)
  await plans.join(server, token)
  await server.clock.advance(3_000)
  await savings.place(server, token)
  await announce(server, token)
  await server.ok(setPriceAlert, { symbol: 'BTCUSDT', side: 'above', price: '41000.00' }, token)
  await server.ok(changeWatchlist, { action: 'merge', symbols: ['BTCUSDT', 'EURUSD'] }, token)
  await server.ok(sendChat, { clientId: 'a-message-of-reads', text: 'Good day' }, token)
  await server.ok(markChat, { delivered: 1, read: 1 }, token)
  await server.ok(setZone, { timeZone: 'Asia/Tokyo' }, token)
  await commit(server.platform, (unit) => tellUser(unit, userId, { text: 'Hello.' }))
  await price(server, '40000.00')
  await server.ok(microtrade.submit, order({ seconds: 300 }), token)
  await hold(server, '40000.00', 3)
  return { userId, token }
}

const asText = (answer: unknown) =>
  JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value))

describe.runIf(databaseKinds.includes('postgres'))('reads: what only looks answers on PostgreSQL as on SQLite', () => {
  const on = new Map<DatabaseKind, Awaited<ReturnType<typeof settled>> & { server: TestServer }>()
  const closes: (() => Promise<void>)[] = []
  beforeAll(async () => {
    for (const kind of databaseKinds) {
      const { server, close } = await startServer(kind, { env: plans.MINUTE_DAYS })
      closes.push(close)
      on.set(kind, { server, ...(await settled(server)) })
    }
  })
  afterAll(async () => {
    for (const close of closes) await close()
  })

  const onBoth = (ask: (one: Awaited<ReturnType<typeof settled>> & { server: TestServer }) => Promise<unknown>) =>
    Promise.all([...on.values()].map(async (one) => asText(await ask(one))))

  it.each(readsOfCalls)('%s %j', async (path, input, call) => {
    const [sqlite, postgres] = await onBoth(({ server, token }) =>
      server.call(call, { ...sampleOf(path), ...input }, token),
    )
    expect(postgres).toBe(sqlite)
  })

  it.each(readsOfAdmin.map((command) => [command.name, command] as const))(
    'the admin console’s %s',
    async (_, command) => {
      const [sqlite, postgres] = await onBoth(async ({ server, userId }) => {
        const said: unknown[] = []
        const args = command.args.map(() => userId)
        const given = {
          platform: server.platform,
          who: 'ann',
          args,
          options: {},
          tell: (line: string) => said.push(line),
        }
        return [await command.run(given), said]
      })
      expect(postgres).toBe(sqlite)
    },
  )
})
