import { expect, it } from 'vitest'
import { kindsOf } from '../../../server/orders/module.ts'
import type { Tables } from '../../../server/platform/database/tables.ts'
import { setPriceAlert } from '../../../src/api/market/price-alerts.ts'
import { out } from '../../../src/api/money/withdrawal.ts'
import * as leverApi from '../../../src/api/trade/lever.ts'
import * as optionApi from '../../../src/api/trade/microtrade.ts'
import * as strategyApi from '../../../src/api/trade/strategy.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { sqliteFirst } from '../databases.ts'
import * as deposits from '../deposit/support.ts'
import { describeOn } from '../describe-each.ts'
import * as forex from '../forex/support.ts'
import { type Code, startServer, type TestServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { withChangedProduct } from '../kit/changed-product.ts'
import * as lever from '../lever/support.ts'
import * as loan from '../loan/support.ts'
import { hold, order, price } from '../microtrade/support.ts'
import * as plan from '../plan/support.ts'
import * as savings from '../savings/support.ts'
import * as spot from '../spot/support.ts'
import * as strategy from '../strategy/support.ts'
import * as swap from '../swap/support.ts'
import { leaver, withdrawal } from '../withdrawal/support.ts'

/*
 * Orders of every kind are there when a release changes every number of the product. They go on and end as if nothing had changed, and neither the check of the
 * ledger nor who judges orders finds fault with them. Receipts are verified by lists of all terms that were ever on offer (docs/design/price-record.md).
 */

const env = {
  PAPER_DAY_SECONDS: '60',
  REVIEW_SECONDS: '30',
  PROVIDER_SECRET: deposits.SECRET,
  CONFIRMATION_SECONDS: '0',
}

/** One order or more of each kind, that have come as far as they do at a price of 40,000, and of 1.08. */
async function placed(server: TestServer) {
  const person = async () => (await server.person()).token
  const [lender, host] = [await person(), await person()]
  await loan.submit(server, lender)
  await plan.join(server, host)
  await loan.review(server)
  await swap.prices(server)
  const trader = (await forex.trader(server)).token
  const [option, coins, saver, follower] = [await person(), await person(), await person(), await person()]
  await savings.place(server, saver)
  await strategy.started(server, follower, strategy.recurring({ days: 30 }))
  await strategy.settle(server, '40000.00')
  await server.ok(optionApi.submit, order({ seconds: 300 }), option)
  const contracts = [await lever.opened(server, trader), await lever.opened(server, trader, { direction: 'short' })]
  await lever.ordered(server, trader, { type: 'limit', price: '39500.00', leverage: 5 })
  const lots = [await forex.opened(server, trader), await forex.opened(server, trader, { direction: 'short' })]
  await swap.prices(server)
  await spot.ordered(server, coins, spot.limit('39500.00'))
  await server.ok(setPriceAlert, { symbol: 'BTCUSDT', side: 'below', price: '39500.00' }, coins)
  const leaves = await leaver(server)
  await server.ok(out, withdrawal(leaves.addressId), leaves.token)
  const payer = await person()
  const deposit = await deposits.announce(server, payer)
  await swap.prices(server)
  const quote = await swap.quote(server, saver)
  return { trader, saver, follower, contracts, lots, deposit, quote }
}

type Placed = Awaited<ReturnType<typeof placed>>

/** Ends every order. */
async function ended(server: TestServer, { trader, saver, follower, contracts, lots, deposit, quote }: Placed) {
  await swap.prices(server)
  await swap.execute(server, saver, quote.id)
  expect(await deposits.say(server, deposits.wordOf(deposit))).toMatchObject({ effect: 'credited' })
  await hold(server, '39400.00', 4)
  await price(server, '1.08000', 'EURUSD')
  await lever.ask(server, trader, leverApi.close, { id: contracts[1]?.id })
  await forex.closes(server, trader, lots[1]?.id ?? '')
  await hold(server, '1.07900', 3, 'EURUSD')
  // Later purchases of a strategy have the current terms, so it is stopped.
  const [buying] = await server.ok(strategyApi.list, {}, follower)
  await strategy.act(server, strategyApi.stop, follower, buying?.id ?? '')
  await hold(server, '39300.00', 3)
  // Days of a minute: a loan is late on its eighth, and collected on its eleventh.
  for (let day = 0; day < 13; day++) await savings.pass(server, 1)
  server.clock.jump(nextRollover(server.clock.now()).at - server.clock.now())
  await server.clock.advance(2_000)
  // Twice the maintenance margin, or twice the stop-out, would close them sooner.
  await hold(server, '38300.00', 3)
  await hold(server, '1.04500', 3, 'EURUSD')
  await hold(server, '30000.00', 4)
  await hold(server, '1.03000', 4, 'EURUSD')
}

/** The final state of every order and balance. */
async function seen(server: TestServer) {
  const { db, modules } = server.platform
  const orders: Record<string, object[]> = {}
  for (const { name, table, toWire } of kindsOf(modules)) {
    const rows = await db
      .selectFrom(table as keyof Tables)
      .selectAll()
      .orderBy('id' as never)
      .execute()
    orders[name] = rows.map((row) => toWire(row as never))
  }
  const accounts = await db.selectFrom('accounts').select(['id', 'balance']).orderBy('id').execute()
  return { orders, accounts }
}

describeOn({ on: sqliteFirst }, 'orders: whatever the product becomes', (kind) => {
  /** The outcome of orders after another release took over from the one that made them. */
  async function outcome(code?: Code) {
    const { server, close } = await startServer(kind, { env })
    try {
      const all = await placed(server)
      await server.restart(0, code)
      await ended(server, all)
      expect([...(await server.ledger()), ...(await createInvariants().check(server.platform.db))]).toEqual([])
      return await seen(server)
    } finally {
      await close()
    }
  }

  it('end as they were ordered, whichever number of it changes, and are accused by no check', async () => {
    const usual = await outcome()
    for (const { name } of kindsOf((await import('../../../server/modules.ts')).modules))
      expect(usual.orders[name], name).not.toEqual([])
    await withChangedProduct(async (code) => {
      const { SPOT_FEE_BPS: changed } = await import('../../../src/rules/market/pairs.ts')
      expect(changed).toBe(2 * SPOT_FEE_BPS)
      const after = await outcome(code)
      expect(after).toEqual(usual)
    })
  })
})
