import { describe, expect, it } from 'vitest'
import type { AnyActorLogic } from 'xstate'
import type { Receipt } from '../../../src/api/trade/microtrade.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import { loadSha256 } from '../../../src/machines/actors/sha256.ts'
import { microtradeReceiptMachine } from '../../../src/machines/trade/microtrade.ts'
import { GENESIS, tickPreimage } from '../../../src/rules/market/chain.ts'
import { periods } from '../../../src/rules/microtrade/microtrade.ts'
import { run } from './fake-wallet.ts'

const check = microtradeReceiptMachine.implementations.actors.checkReceipt as AnyActorLogic

const ID = 'order-00000001'

/** The receipt of a draw over 30 s. */
async function receipt(): Promise<Receipt> {
  const sha256 = await loadSha256()
  const price = '43182.50'
  const first = { symbol: 'BTCUSDT', seq: 1, time: 1_000_000, price }
  const openTick = { ...first, hash: sha256(tickPreimage(GENESIS, first)) }
  const last = { symbol: 'BTCUSDT', seq: 2, time: 1_030_000, price }
  const closeTick = { ...last, hash: sha256(tickPreimage(openTick.hash, last)) }
  const next = { symbol: 'BTCUSDT', seq: 3, time: 1_031_000, price }
  const after = { ...next, hash: sha256(tickPreimage(closeTick.hash, next)) }
  const order = {
    id: ID,
    symbol: 'BTCUSDT',
    direction: 'rise' as const,
    currency: 'USDT',
    amount: '100.000000',
    seconds: 30,
    payoutBps: periods[0]?.payoutBps ?? 0,
    version: 3,
    state: 'drawn' as const,
    list: 1,
    status: 1,
    acceptedAt: 1_000_000,
    openTime: 1_000_000,
    closeTime: 1_030_000,
    settledAt: 1_030_500,
    buyPrice: price,
    finalPrice: price,
    openTick,
    closeTick,
    payout: '100.000000',
  }
  return { order, previousHash: GENESIS, before: null, ticks: [openTick, closeTick], after }
}

describe('checking a receipt', () => {
  it('compares its opening with the one this device saw', async () => {
    const input = { receipt: await receipt() }
    const seen = new Map<string, string>()
    inject({ seenOpenings: { of: (id) => seen.get(id) ?? null } })
    expect(await run(check, input)).toBe('verified')
    seen.set('order-00000002', 'ab'.repeat(32))
    expect(await run(check, input)).toBe('verified')
    seen.set(ID, input.receipt.order.openTick?.hash ?? '')
    expect(await run(check, input)).toBe('verified')
    seen.set(ID, 'ab'.repeat(32))
    expect(await run(check, input)).toBe('unlikeSeen')
  })

  it('has nothing to verify without a receipt', async () => {
    expect(await run(check, { receipt: null })).toBe('incomplete')
  })
})
