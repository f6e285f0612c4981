import { beforeEach, expect, it } from 'vitest'
import { quotation } from '../../../src/api/market/market.ts'
import { equity } from '../../../src/api/money/wallet.ts'
import * as forexApi from '../../../src/api/trade/forex.ts'
import * as api from '../../../src/api/trade/lever.ts'
import * as options from '../../../src/api/trade/microtrade.ts'
import { checkForexReceipt } from '../../../src/machines/receipts/forex.ts'
import { checkLeverReceipt } from '../../../src/machines/receipts/lever.ts'
import * as lots from '../forex/support.ts'
import { describeServer } from '../harness.ts'
import { allAre, sha256, verdicts } from '../kit/forged.ts'
import { ask, BTC, byId, contract, opened } from '../lever/support.ts'
import { hold, order, price } from '../microtrade/support.ts'

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
      expect(tiers).toEqual(BTC.tiers.map((tier) => ({ ...tier, leverageMax: 2 })))
      await price(server, '1.08000', 'EURUSD')
      const pair = await server.ok(forexApi.pair, { symbol: 'EURUSD' }, token)
      expect(pair).toMatchObject({ rules: 'eu-retail', leverage: 20, stopOutBps: 5_000 })
    })

    it('refuses a higher leverage of a submission and of a preview', async () => {
      const refused = { key: 'leverageTooHigh', params: { limit: '2' } }
      expect(await server.call(api.submit, contract({ leverage: 3 }), token)).toMatchObject(refused)
      const preview = await server.ok(api.preview, contract({ leverage: 3 }), token)
      expect(preview.errors).toEqual({ leverage: refused })
      expect(await server.call(api.submit, contract({ leverage: 2 }), token)).toMatchObject({ type: 'ok' })
    })

    it('closes a contract once half of its margin is lost, as its receipt proves', async () => {
      const { id, liquidationPrice } = await opened(server, token, { leverage: 2 })
      expect(liquidationPrice).toBe('30000.00')
      await hold(server, '30000.01', 2)
      expect(await byId(server, token, id)).toMatchObject({ state: 'open.standing' })
      await hold(server, '30000.00', 3)
      expect(await byId(server, token, id)).toMatchObject({ state: 'liquidated' })
      const receipt = await server.ok(api.receipt, { id }, token)
      const lower = structuredClone(receipt)
      for (const tier of lower.order.tiers) tier.maintenanceBps -= 1
      const check = (each: never) => checkLeverReceipt(each, null, sha256)
      expect(verdicts({ receipt }, check)).toEqual(allAre({ receipt }, 'verified'))
      expect(verdicts({ lower }, check)).toEqual(allAre({ lower }, 'wrongPayout'))
    })

    it('closes a position in lots at half of its margin, as its receipt proves', async () => {
      const { id, stopOut } = await lots.opened(server, token)
      await hold(server, stopOut ?? '', 3, 'EURUSD')
      const ended = await lots.byId(server, token, id)
      expect(ended).toMatchObject({ cause: 'stopOut', stopOutBps: 5_000 })
      expect(Number(ended.returned) / Number(ended.initial)).toBeCloseTo(0.5, 2)
      const receipt = await server.ok(forexApi.receipt, { id }, token)
      const check = (each: never) => checkForexReceipt(each, null, sha256)
      expect(verdicts({ receipt }, check)).toEqual(allAre({ receipt }, 'verified'))
    })

    it('names the initial margin of what is open, which added margin leaves as it is', async () => {
      const { id } = await opened(server, token, { leverage: 2 })
      const position = await lots.opened(server, token)
      await ask(server, token, api.addMargin, { id, amount: '500' })
      await ask(server, token, api.close, { id, quantity: '0.05' })
      await hold(server, '40000.00', 3)
      const { positions } = await server.ok(equity, {}, token)
      // 0.05 BTC at 40,000 and twice.
      const contracts = positions.filter(({ symbol }) => symbol === 'BTCUSDT')
      expect(contracts).toMatchObject([{ initial: '1000.000000', margin: '1250.000000' }])
      const others = positions.filter(({ symbol }) => symbol !== 'BTCUSDT')
      expect(others).toMatchObject([{ initial: position.initial, margin: position.margin }])
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
    const position = await lots.opened(server, token)
    const option = await server.ok(options.submit, order(), token)
    expect((await server.ok(quotation, {})).rules).toBeUndefined()
    Object.assign(server.platform.config, { RULES: 'eu-retail' })
    await hold(server, '40000.00', 2)
    expect(await byId(server, token, before.id)).toMatchObject({
      ...{ state: 'open.standing', leverage: 20 },
      ...{ tiers: before.tiers, liquidationPrice: before.liquidationPrice },
    })
    expect(await lots.byId(server, token, position.id)).toMatchObject({ stopOutBps: 2_000, stopOut: position.stopOut })
    await hold(server, '40000.00', 35)
    const [ended] = await server.ok(options.lists, { list: 1 }, token)
    expect(ended).toMatchObject({ id: option.id })
    const next = await opened(server, token, { leverage: 2 })
    expect(next.tiers).not.toEqual(before.tiers)
  })
})
