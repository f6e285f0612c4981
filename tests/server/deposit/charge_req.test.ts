import { expect, it } from 'vitest'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { chargeReq, log, terms } from '../../../src/api/money/deposit.ts'
import { DAILY_LIMIT, DAILY_LIMIT_MS, depositLimits, MOVED_BPS } from '../../../src/rules/deposit/deposit.ts'
import { networkOf } from '../../../src/rules/money/coin-networks.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { photo } from '../kyc/support.ts'
import { price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { announce, arbitrum, coins, countedMs, newest, SECRET, say, transfer, wordOf } from './support.ts'

const { crypto, bank } = depositLimits
const saboteur = createSaboteur()

describeServer.onSqlite(
  'wallet/charge_req as a call about money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: chargeReq,
      input: async (_, __, change = {}) => coins(change),
      other: { amount: '501' },
      most: { change: { amount: '3000' }, count: Math.floor(Number(DAILY_LIMIT) / 3_000), refusal: 'aboveDailyLimit' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite(
  'wallet/charge_req',
  (server) => {
    const refused = async (change: Record<string, unknown>) => {
      const { token } = await server.person()
      const answer = await server.call(chargeReq, coins(change), token)
      expect(await server.ok(log, {}, token)).toEqual([])
      return answer
    }

    it('announces coins to the user’s own address, and moves nothing', async () => {
      const { token } = await server.person()
      const announced = await announce(server, token)
      expect(announced).toMatchObject({
        way: 'crypto',
        currency: 'USDT',
        network: { code: 'arbitrum', name: 'Arbitrum One', confirmations: arbitrum.confirmations },
        amount: '500.000000',
        arrived: null,
        reference: null,
        state: 'underReview',
        status: 0,
        acceptedAt: server.clock.now(),
        countedAt: server.clock.now() + countedMs(server),
        settledAt: null,
      })
      expect(announced.account).toMatch(/^paper1[02-9ac-hj-np-z]{38}$/)
      expect(await server.ledger()).toEqual([])
    })

    it('waits for the provider after its confirmations, without being credited', async () => {
      const { token } = await server.person()
      await announce(server, token)
      await server.clock.advance(countedMs(server) - 1_000)
      expect(await newest(server, token)).toMatchObject({ state: 'underReview', version: 1 })
      await server.clock.advance(2_000)
      expect(await newest(server, token)).toMatchObject({ state: 'waiting', status: 3, arrived: null })
    })

    it('accepts a transfer with its proof, which is usable once and by its user only', async () => {
      const { token } = await server.person()
      const input = await transfer(server, token)
      const announced = await server.ok(chargeReq, input, token)
      expect(announced).toMatchObject({ way: 'bank', network: null, countedAt: null, status: 0 })
      expect(announced.account).toMatch(/^Q-[0-9A-F]{12}$/)
      const again = { ...input, requestId: `${input.requestId}-again` }
      expect(await server.call(chargeReq, again, token)).toMatchObject({ http: 404, key: 'receiptNotFound' })
      const stranger = await server.person()
      const theirs = await transfer(server, stranger.token)
      expect(await server.call(chargeReq, theirs, token)).toMatchObject({ key: 'receiptNotFound' })
      const { id: proof } = await server.ok(uploadPhoto, { purpose: 'identityFront', file: await photo() }, token)
      expect(await server.call(chargeReq, { ...theirs, proof }, token)).toMatchObject({ key: 'receiptNotFound' })
      const without = { ...coins(), way: 'bank' }
      expect(await server.call(chargeReq, without, token)).toMatchObject({ http: 422, key: 'proofRequired' })
    })

    it('refuses amounts outside the limits, and returns the limit', async () => {
      expect(await refused({ amount: (Number(crypto.min) - 0.000001).toFixed(6) })).toMatchObject({
        key: 'belowMinimum',
        params: { limit: `${crypto.min}.000000`, currency: 'USDT' },
      })
      expect(await refused({ amount: `${DAILY_LIMIT}.01` })).toMatchObject({ key: 'aboveDailyLimit' })
      expect(await refused({ amount: '0' })).toMatchObject({ key: 'parameterError' })
      expect(await refused({ amount: '10.0000001' })).toMatchObject({ key: 'parameterError' })
      expect(await refused({ currency: 'EUR' })).toMatchObject({ http: 422, key: 'wrongCurrency' })
      expect(await refused({ network: 'bitcoin' })).toMatchObject({ http: 422, key: 'wrongNetwork' })
      const { token } = await server.person()
      const most = await transfer(server, token, { amount: `${bank.max}.01` })
      expect(await server.call(chargeReq, most, token)).toMatchObject({ key: 'aboveMaximum' })
      expect(await server.call(chargeReq, { ...most, currency: 'BTC' }, token)).toMatchObject({ key: 'wrongCurrency' })
    })

    it('applies the limits to a coin at the last recorded price, with tolerance', async () => {
      const { token } = await server.person()
      expect(await server.call(chargeReq, coins({ currency: 'SOL', network: 'solana' }), token)).toMatchObject({
        key: 'tradingClosed',
      })
      const moved = (bps: bigint) => (40_000 * (1 + Number(bps) / 10_000)).toFixed(2)
      const inCoins = (usdt: string) => (Number(usdt) / 40_000).toFixed(8)
      await price(server, moved(0n))
      const { crypto: inBtc } = await server.ok(terms, { currency: 'BTC' }, token)
      expect(inBtc).toEqual({ min: inCoins(crypto.min), max: inCoins(crypto.max), left: inCoins(DAILY_LIMIT) })
      await price(server, moved(MOVED_BPS - 25n))
      const { confirmations } = networkOf('BTC', 'bitcoin') ?? expect.fail('no Bitcoin')
      const largest = Math.min(Number(crypto.max), Number(DAILY_LIMIT))
      const input = coins({ currency: 'BTC', network: 'bitcoin', amount: inCoins(String(largest)) })
      const most = await server.ok(chargeReq, input, token)
      expect(most).toMatchObject({ currency: 'BTC', amount: input.amount, network: { confirmations } })
      const left = Number(DAILY_LIMIT) / Number(moved(MOVED_BPS - 25n)) - Number(input.amount)
      const after = await server.ok(terms, { currency: 'BTC' }, token)
      expect(Number(after.crypto?.left)).toBeCloseTo(Math.max(0, left), 7)
      const other = await server.person()
      await price(server, moved(MOVED_BPS + 50n))
      expect(await server.call(chargeReq, { ...input, requestId: 'another-request-1' }, other.token)).toMatchObject({
        key: Number(crypto.max) < Number(DAILY_LIMIT) ? 'aboveMaximum' : 'aboveDailyLimit',
      })
    })

    it('counts coins and transfers of 24 hours together, without failed ones', async () => {
      const { token } = await server.person()
      const rest = Number(DAILY_LIMIT) - 15_000
      await announce(server, token, { amount: '15000' })
      const failing = await server.ok(chargeReq, await transfer(server, token, { amount: '4000' }), token)
      const tooMuch = await server.call(chargeReq, coins({ amount: `${rest - 4_000}.01` }), token)
      expect(tooMuch).toMatchObject({
        key: 'aboveDailyLimit',
        params: { limit: `${rest - 4_000}.000000`, currency: 'USDT' },
      })
      await say(server, wordOf(failing, { outcome: 'failed' }))
      expect(await server.ok(terms, {}, token)).toMatchObject({ crypto: { left: `${rest}.000000` } })
      await announce(server, token, { amount: String(rest) })
      server.clock.jump(DAILY_LIMIT_MS - 1_000)
      expect(await server.call(chargeReq, coins({ amount: crypto.min }), token)).toMatchObject({
        key: 'aboveDailyLimit',
      })
      server.clock.jump(1_000)
      await announce(server, token, { amount: crypto.max })
    })
  },
  { env: { PROVIDER_SECRET: SECRET } },
)
