import { sql } from 'kysely'
import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { checkForexReceipt } from '../../../src/machines/receipts/forex.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { byId, closes, opened, ordered, setsStops, trader } from '../forex/support.ts'
import { describeServer, type TestServer } from '../harness.ts'
import {
  allAre,
  type Check,
  LATE,
  passing,
  putOff,
  putOffTriggers,
  receiptsOf,
  sha256,
  verdicts,
} from '../kit/forged.ts'
import { hold, price, SILENCE_MS } from '../microtrade/support.ts'

/*
 * Every field of the receipt of a position in lots is changed, and positions open and close by a later tick than their own: neither the app's
 * check nor verify.py may call any of these verified. What passes is what was ordered, or what protocol.md lists as stated.
 */

const check: Check = (receipt) => checkForexReceipt(receipt, null, sha256)

/** Changes that pass verification: the server's own statements, and inputs for which another value has the same result. */
const passes = (...also: string[]) =>
  ['order.acceptedAt', 'order.id', 'order.reserve', 'order.settledAt', 'order.version', ...also].sort()

/** Each position's cause of closing or failing, otherwise its state. */
const ends = async (server: TestServer, token: string, ids: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(ids).map(async ([name, id]) => {
        const { state, cause, voidReason } = await byId(server, token, id)
        return [name, cause ?? voidReason ?? state] as const
      }),
    ),
  )

describeServer.onSqlite('orders: a forged lots receipt', (server) => {
  it('is detected for every changed field', async () => {
    const { token } = await trader(server)
    await price(server, '1.25000', 'GBPUSD')
    const cross = await opened(server, token, { symbol: 'EURGBP', takeProfit: '0.87000' }, '0.86000')
    await hold(server, '0.87100', 3, 'EURGBP')
    await price(server, '1.25000', 'GBPUSD')
    const stopped = await opened(server, token, { stopLoss: '1.07000' })
    const out = await opened(server, token, { symbol: 'USDJPY', direction: 'short' }, '150.000')
    await hold(server, '1.06900', 3, 'EURUSD')
    await hold(server, '170.000', 3, 'USDJPY')
    const [limited, standing] = [await opened(server, token), await opened(server, token, { lots: '0.02' })]
    const closing = await opened(server, token, { symbol: 'XAUUSD', lots: '0.01' }, '2000.00')
    const changed = await opened(server, token, { symbol: 'GBPUSD', stopLoss: '1.24990' }, '1.25000')
    await setsStops(server, token, changed.id, { stopLoss: '1.24950' })
    await hold(server, '1.24980', 2, 'GBPUSD')
    await hold(server, '1.24940', 2, 'GBPUSD')
    const parted = await opened(server, token, { symbol: 'USDCAD', lots: '0.07', takeProfit: '1.36100' }, '1.36000')
    await closes(server, token, parted.id, '0.02')
    await hold(server, '1.36050', 2, 'USDCAD')
    server.clock.jump(nextRollover(server.clock.now()).at - server.clock.now())
    await hold(server, '1.18000', 3, 'EURUSD')
    await closes(server, token, limited.id, '0.03')
    await hold(server, '1.18000', 3, 'EURUSD')
    await closes(server, token, parted.id, '0.01')
    await hold(server, '1.36050', 2, 'USDCAD')
    await hold(server, '1.36110', 2, 'USDCAD')
    await closes(server, token, standing.id, '0.01')
    await hold(server, '1.18000', 3, 'EURUSD')
    await closes(server, token, limited.id)
    await hold(server, '1.18000', 3, 'EURUSD')
    // Asked within the daily break of metals, it waits for its end.
    await closes(server, token, closing.id)
    const ids = {
      ...{ cross: cross.id, stopped: stopped.id, out: out.id, limited: limited.id },
      ...{ standing: standing.id, closing: closing.id, changed: changed.id },
      parted: parted.id,
    }
    expect(await ends(server, token, ids)).toEqual({
      ...{ cross: 'takeProfit', stopped: 'stopLoss', out: 'stopOut', limited: 'user' },
      ...{ standing: 'open.standing', closing: 'open.closing', changed: 'stopLoss' },
      parted: 'takeProfit',
    })
    const receipts = await receiptsOf(server, api.receipt, ids, token)
    expect(verdicts(receipts, check)).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, check)).toEqual(
      passes('order.closingAt', 'order.next', 'order.parts.since', 'order.stopLoss', 'order.takeProfit'),
    )
  })

  it('is detected for every changed field of an order at a price', async () => {
    const { token } = await trader(server)
    const ids: Record<string, string> = {}
    await price(server, '1.25000', 'GBPUSD')
    await price(server, '0.86000', 'EURGBP')
    await price(server, '1.08000', 'EURUSD')
    ids.limit = (await ordered(server, token, { type: 'limit', price: '1.07500', takeProfit: '1.09000' })).id
    ids.stop = (await ordered(server, token, { type: 'stop', direction: 'short', price: '1.07400' })).id
    ids.cross = (await ordered(server, token, { symbol: 'EURGBP', type: 'limit', price: '0.85500' })).id
    ids.dear = (await ordered(server, token, { type: 'stop', price: '1.08500' })).id
    ids.passed = (await ordered(server, token, { type: 'limit', price: '1.07450', stopLoss: '1.07440' })).id
    await hold(server, '1.07600', 2, 'EURUSD')
    await hold(server, '1.07300', 2, 'EURUSD')
    await price(server, '1.25100', 'GBPUSD')
    await hold(server, '0.85400', 3, 'EURGBP')
    await hold(server, '1.10500', 3, 'EURUSD')
    await price(server, '1.25000', 'GBPUSD')
    expect(await ends(server, token, ids)).toEqual({
      ...{ limit: 'takeProfit', stop: 'open.standing', cross: 'open.standing', dear: 'cost', passed: 'stops' },
    })
    const receipts = await receiptsOf(server, api.receipt, ids, token)
    expect(verdicts(receipts, check)).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, check)).toEqual(passes('order.lots', 'order.price', 'order.stopLoss', 'order.takeProfit'))
  })

  it('is detected for every changed field of a void position', async () => {
    const { token } = await trader(server)
    await price(server, '1.25000', 'GBPUSD')
    await price(server, '1.08000', 'EURUSD')
    const ids: Record<string, string> = {}
    ids.stops = (await ordered(server, token, { stopLoss: '1.07900' })).id
    await hold(server, '1.07800', 3, 'EURUSD')
    ids.cost = (await ordered(server, token)).id
    await hold(server, '1.12000', 3, 'EURUSD')
    ids.silent = (await ordered(server, token)).id
    await server.clock.advance(SILENCE_MS)
    await hold(server, '1.12000', 2, 'EURUSD')
    await price(server, '1.25000', 'GBPUSD')
    await price(server, '0.86000', 'EURGBP')
    ids.unturned = (await ordered(server, token, { symbol: 'EURGBP' })).id
    await server.clock.advance(STALE_AFTER_MS - 1_000)
    await hold(server, '0.86000', 2, 'EURGBP')
    await price(server, '1.25000', 'GBPUSD')
    await hold(server, '0.86000', 2, 'EURGBP')
    expect(await ends(server, token, ids)).toEqual({
      ...{ stops: 'stops', cost: 'cost', silent: 'noPrice', unturned: 'noPrice' },
    })
    const receipts = await receiptsOf(server, api.receipt, ids, token)
    expect(verdicts(receipts, check)).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, check)).toEqual(passes('order.lots', 'order.stopLoss'))
  })

  it.each(LATE)('is detected where it opened or closed %i ticks late', async (late) => {
    const { token } = await trader(server)
    const ms = late * 1_000
    await price(server, '1.08000', 'EURUSD')
    const opening = await ordered(server, token)
    const back = await putOff(server, 'forex_positions', opening.id, late)
    await hold(server, '1.08000', 7, 'EURUSD')
    await back()
    const stopped = await opened(server, token, { stopLoss: '1.07990' })
    const asked = await opened(server, token)
    await closes(server, token, asked.id)
    const move = (by: number) =>
      sql`update forex_positions set close_ms = close_ms + ${by}, due_ms = due_ms + ${by} where id = ${asked.id}`.execute(
        server.platform.db,
      )
    await move(ms)
    // It does not depend on the first ticks.
    await putOffTriggers(server, stopped.id, server.clock.now() - stopped.acceptedAt + ms)
    for (let tick = 0; tick < 12; tick++) await price(server, `1.079${60 + tick}`, 'EURUSD')
    await move(-ms)
    const ids = { opening: opening.id, stopped: stopped.id, asked: asked.id }
    expect(await ends(server, token, ids)).toEqual({ opening: 'open.standing', stopped: 'stopLoss', asked: 'user' })
    const receipts = await receiptsOf(server, api.receipt, ids, token)
    expect(verdicts(receipts, check)).toEqual([
      ['opening', 'wrongOpening', 'wrongOpening'],
      ['stopped', 'wrongClosing', 'wrongClosing'],
      ['asked', 'wrongClosing', 'wrongClosing'],
    ])
  })
})
