import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/money/swap.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { swapTerms } from '../../../src/rules/swap/swap.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { SILENCE_MS } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { comesTo, movedTo, prices, quote, swapped, wanted } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'wallet/flashAgainstQuote as a call that is done once',
  (server) => {
    beforeEach(() => prices(server))

    testMoneyCall(server, saboteur, {
      call: api.flashAgainstQuote,
      input: async (_, __, change = {}) => wanted(change),
      other: { amount: '401' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('wallet/flashAgainstQuote', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
    await prices(server)
  })

  const refused = (change: Record<string, unknown>) => server.call(api.flashAgainstQuote, wanted(change), token)

  it('returns rate, spread, fee, result and expiry, and reserves nothing', async () => {
    const now = server.clock.now()
    expect(await quote(server, token)).toMatchObject({
      state: 'quoted',
      status: 3,
      from: 'USDT',
      to: 'BTC',
      amount: '400.000000',
      ...comesTo(),
      feeBps: swapTerms.feeBps,
      spreadBps: swapTerms.spreadBps,
      rate: { base: 'BTC', quote: 'USDT', price: (40_000 * (1 + swapTerms.spreadBps / 10_000)).toFixed(8) },
      legs: [{ side: 'buy', tick: { symbol: 'BTCUSDT', price: '40000.00' } }],
      quotedAt: now,
      expiresAt: now + swapTerms.seconds * 1_000,
      settledAt: null,
    })
    expect(await server.ok(wallet.getInfo, {}, token)).toMatchObject({ available: '10000.000000', frozen: '0.000000' })
  })

  it('is one at a time: a new one replaces it, also of ten concurrent ones', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, at) => quote(server, token, { amount: String(100 + at) })))
    const all = await server.ok(api.myFlashAgainstList, {}, token)
    expect(all.filter(({ state }) => state === 'quoted')).toHaveLength(1)
    expect(all.filter(({ state }) => state === 'expired')).toHaveLength(9)
    expect(await server.ledger()).toEqual([])
  })

  it.each([
    ['for itself', { to: 'USDT' }, 'wrongCurrency'],
    ['for what is no currency', { to: 'EUR' }, 'wrongCurrency'],
    ['of what is no currency', { from: 'XAU' }, 'wrongCurrency'],
    ['of nothing', { amount: '0' }, 'parameterError'],
    ['of more decimals than there are', { amount: '1.0000001' }, 'parameterError'],
    ['of less than the least', { amount: (Number(swapTerms.min) - 0.000001).toFixed(6) }, 'belowMinimum'],
    ['of more than there is', { amount: '10000.000001' }, 'insufficientFundBalance'],
    ['of a coin that nobody has', { from: 'ETH', to: 'BTC', amount: '1' }, 'walletNotFound'],
  ])('refuses a swap %s', async (_, change, key) => {
    expect(await refused(change)).toMatchObject({ type: 'error', key })
  })

  it('accepts the whole balance', async () => {
    expect(await swapped(server, token, { amount: '10000' })).toMatchObject({ state: 'executed' })
    expect(await server.ok(wallet.getInfo, {}, token)).toMatchObject({ balance: '0.000000' })
  })

  it('refuses a coin without a price, or with a stale one', async () => {
    expect(await refused({ to: 'SOL' })).toMatchObject({ key: 'tradingClosed' })
    await server.clock.advance(SILENCE_MS)
    expect(await refused({})).toMatchObject({ key: 'tradingClosed' })
  })

  it('refuses while the displayed price differs from the record', async () => {
    server.tick('BTCUSDT', movedTo[0])
    await server.clock.advance(100)
    expect(await refused({})).toMatchObject({ key: 'priceMoved' })
  })
})
