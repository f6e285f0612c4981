import { expect, it } from 'vitest'
import { blocksLeaving, turnoverOf } from '../../../server/leaving.ts'
import { post } from '../../../server/ledger/module.ts'
import { readFrom } from '../../../server/platform/unit/defer.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import * as api from '../../../src/api/trade/microtrade.ts'
import { turnoverFor } from '../../../src/rules/money/turnover.ts'
import { describeServer } from '../harness.ts'
import { hold, order, price } from './support.ts'

describeServer.onSqlite('microtrade turnover: the volume of options', (server) => {
  const of = (userId: string) => turnoverOf(server.platform.modules, readFrom(server.platform), userId)
  const blocks = (userId: string) => blocksLeaving(server.platform.modules, readFrom(server.platform), userId)

  it('counts stakes that were won or lost, not refunded ones; an open option blocks a withdrawal', async () => {
    const { token, userId } = await server.person()
    expect(await blocks(userId)).toEqual([])
    for (const [final, counted, amount] of [
      ['43000.01', 100_000_000n, '100'],
      ['42999.99', 350_000_000n, '250'],
      ['43000.00', 350_000_000n, '300'],
    ] as const) {
      await price(server, '43000.00')
      await server.ok(api.submit, order({ amount }), token)
      await hold(server, '43000.00', 25)
      expect(await blocks(userId)).toEqual(['unfinishedTrades'])
      await hold(server, final, 8)
      expect(await of(userId)).toEqual({ asked: 0n, counted, missing: 0n })
      expect(await blocks(userId)).toEqual([])
    }
  })

  it('converts other currencies to USDT at the option’s end, rounded up', async () => {
    const { token, userId } = await server.person()
    await commit(server.platform, (unit) =>
      post(unit, {
        cause: 'test',
        causeId: userId,
        step: 'grant',
        currency: 'BTC',
        lines: [
          { account: { platform: 'issuance' }, amount: -100_000_000n },
          { account: { user: userId, kind: 'available' }, amount: 100_000_000n },
        ],
      }),
    )
    await price(server, '2000.00', 'ETHUSDT')
    await price(server, '43000.00')
    await server.ok(api.submit, order({ symbol: 'ETHUSDT', currency: 'BTC', amount: '0.0003' }), token)
    await hold(server, '2000.00', 3, 'ETHUSDT')
    for (let second = 0; second < 32; second++) {
      server.tick('BTCUSDT', '50000.01')
      await price(server, '2001.00', 'ETHUSDT')
    }
    // 0.0003 BTC at 50,000.01.
    expect((await of(userId)).counted).toBe(15_000_003n)
  })
})

it('microtrade turnover: is required once per deposited amount', () => {
  expect(turnoverFor(1_234_567n)).toBe(1_234_567n)
})
