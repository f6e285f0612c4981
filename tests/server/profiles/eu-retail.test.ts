import { beforeEach, expect, it } from 'vitest'
import { quotation } from '../../../src/api/market/market.ts'
import { equity } from '../../../src/api/money/wallet.ts'
import * as forexApi from '../../../src/api/trade/forex.ts'
import * as api from '../../../src/api/trade/lever.ts'
import * as options from '../../../src/api/trade/microtrade.ts'
import { checkForexReceipt } from '../../../src/machines/receipts/forex.ts'
import { checkLeverReceipt } from '../../../src/machines/receipts/lever.ts'
import { pairBy, STOP_OUT_BPS, stopOutBy } from '../../../src/rules/forex/pairs.ts'
import { liquidationPrice, profitOf } from '../../../src/rules/lever/lever.ts'
import { frozenTiers, leverages } from '../../../src/rules/lever/terms.ts'
import { euRetail } from '../../../src/rules/profiles/eu-retail.ts'
import * as lots from '../forex/support.ts'
import { describeServer } from '../harness.ts'
import { allAre, sha256, verdicts } from '../kit/forged.ts'
import { ask, BTC, byId, cents, contract, opened, position, usdt } from '../lever/support.ts'
import { hold, order, price } from '../microtrade/support.ts'

const CAP = euRetail.leverageMax?.crypto ?? 0
/** The leverages next to the cap: the highest that is allowed, and the lowest that is not. */
const allowed = leverages.findLast((each) => each <= CAP) ?? 1
const tooHigh = leverages.find((each) => each > CAP) ?? 0

describeServer.onSqlite(
  'profiles: RULES=eu-retail',
  (server) => {
    let token: string
    beforeEach(async () => {
      token = (await lots.trader(server)).token
      await price(server, '40000.00')
    })

    it('is named by the quotes and the forms, which cap the leverage', async () => {
      expect(await server.ok(quotation, {})).toMatchObject({ rules: 'eu-retail' })
      const { tiers, rules } = await server.ok(api.deal, { symbol: 'BTCUSDT' }, token)
      expect(rules).toBe('eu-retail')
      expect(tiers).toEqual(BTC.tiers.map((tier) => ({ ...tier, leverageMax: CAP })))
      await price(server, '1.08000', 'EURUSD')
      const pair = await server.ok(forexApi.pair, { symbol: 'EURUSD' }, token)
      const { leverage } = pairBy('eu-retail', lots.pairOf())
      expect(pair).toMatchObject({ rules: 'eu-retail', leverage, stopOutBps: stopOutBy('eu-retail') })
    })

    it('refuses a higher leverage of a submission and of a preview', async () => {
      const refused = { key: 'leverageTooHigh', params: { limit: String(CAP) } }
      expect(await server.call(api.submit, contract({ leverage: tooHigh }), token)).toMatchObject(refused)
      const preview = await server.ok(api.preview, contract({ leverage: tooHigh }), token)
      expect(preview.errors).toEqual({ leverage: refused })
      expect(await server.call(api.submit, contract({ leverage: allowed }), token)).toMatchObject({ type: 'ok' })
    })

    it('closes a contract at the close-out level of its margin, as its receipt proves', async () => {
      const figures = { ...position({ leverage: allowed }), tiers: frozenTiers('eu-retail', BTC, allowed) }
      const level = liquidationPrice(figures) ?? 0n
      const left = Number(figures.margin + profitOf(figures, level)) / Number(figures.margin)
      expect(left).toBeCloseTo((euRetail.closeOutBps ?? 0) / 10_000, 3)
      const { id, liquidationPrice: shown } = await opened(server, token, { leverage: allowed })
      expect(shown).toBe(cents(level))
      await hold(server, cents(level + 1n), 2)
      expect(await byId(server, token, id)).toMatchObject({ state: 'open.standing' })
      await hold(server, cents(level), 3)
      expect(await byId(server, token, id)).toMatchObject({ state: 'liquidated' })
      const receipt = await server.ok(api.receipt, { id }, token)
      const lower = structuredClone(receipt)
      for (const tier of lower.order.tiers) tier.maintenanceBps -= 1
      const check = (each: never) => checkLeverReceipt(each, null, sha256)
      expect(verdicts({ receipt }, check)).toEqual(allAre({ receipt }, 'verified'))
      expect(verdicts({ lower }, check)).toEqual(allAre({ lower }, 'wrongPayout'))
    })

    it('closes a position in lots at the close-out level of its margin, as its receipt proves', async () => {
      const { id, stopOut } = await lots.opened(server, token)
      await hold(server, stopOut ?? '', 3, 'EURUSD')
      const ended = await lots.byId(server, token, id)
      expect(ended).toMatchObject({ cause: 'stopOut', stopOutBps: stopOutBy('eu-retail') })
      expect(Number(ended.returned) / Number(ended.initial)).toBeCloseTo(stopOutBy('eu-retail') / 10_000, 2)
      const receipt = await server.ok(forexApi.receipt, { id }, token)
      const check = (each: never) => checkForexReceipt(each, null, sha256)
      expect(verdicts({ receipt }, check)).toEqual(allAre({ receipt }, 'verified'))
    })

    it('names the initial margin of what is open, which added margin leaves as it is', async () => {
      const { id } = await opened(server, token, { leverage: allowed })
      const inLots = await lots.opened(server, token)
      await ask(server, token, api.addMargin, { id, amount: '500' })
      await ask(server, token, api.close, { id, quantity: '0.05' })
      await hold(server, '40000.00', 3)
      const { positions } = await server.ok(equity, {}, token)
      const half = {
        initial: usdt(position({ leverage: allowed, quantity: '0.05' }).margin),
        margin: usdt(position({ leverage: allowed, added: 500_000_000n }).margin / 2n),
      }
      const contracts = positions.filter(({ symbol }) => symbol === 'BTCUSDT')
      expect(contracts).toMatchObject([half])
      const others = positions.filter(({ symbol }) => symbol !== 'BTCUSDT')
      expect(others).toMatchObject([{ initial: inLots.initial, margin: inLots.margin }])
    })

    it('sells no options, and offers no periods', async () => {
      expect(await server.call(options.submit, order(), token)).toMatchObject({ key: 'optionsNotOffered', http: 403 })
      await price(server, '1.08000', 'EURUSD')
      const euro = order({ symbol: 'EURUSD' })
      expect(await server.call(options.whsubmit, euro, token)).toMatchObject({ key: 'optionsNotOffered' })
      expect(await server.ok(options.seconds, {}, token)).toEqual([])
    })
  },
  { env: { RULES: 'eu-retail' } },
)

describeServer.onSqlite('profiles: RULES changed from paper', (server) => {
  it('keeps the terms of what is open', async () => {
    const { token } = await lots.trader(server)
    const before = await opened(server, token, { leverage: 20 })
    const inLots = await lots.opened(server, token)
    const option = await server.ok(options.submit, order(), token)
    expect((await server.ok(quotation, {})).rules).toBeUndefined()
    Object.assign(server.platform.config, { RULES: 'eu-retail' })
    await hold(server, '40000.00', 2)
    expect(await byId(server, token, before.id)).toMatchObject({
      ...{ state: 'open.standing', leverage: 20 },
      ...{ tiers: before.tiers, liquidationPrice: before.liquidationPrice },
    })
    expect(await lots.byId(server, token, inLots.id)).toMatchObject({
      ...{ stopOutBps: STOP_OUT_BPS, stopOut: inLots.stopOut },
    })
    await hold(server, '40000.00', 35)
    const [ended] = await server.ok(options.lists, { list: 1 }, token)
    expect(ended).toMatchObject({ id: option.id })
    const next = await opened(server, token, { leverage: allowed })
    expect(next.tiers).not.toEqual(before.tiers)
  })
})
