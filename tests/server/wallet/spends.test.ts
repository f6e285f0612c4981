import { expect, it } from 'vitest'
import { flashAgainst, flashAgainstQuote } from '../../../src/api/money/swap.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { out } from '../../../src/api/money/withdrawal.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { order, requestId } from '../microtrade/support.ts'
import { prices, wanted } from '../swap/support.ts'
import { leaver, withdrawal } from '../withdrawal/support.ts'

describeServer('fifty spends of one balance at once, of several kinds', (server) => {
  /** A user with 10,000 USDT and a quote of this amount. @returns their possible spends */
  async function spender(amount: string) {
    const { token, addressId } = await leaver(server)
    await prices(server)
    const { id } = await server.ok(flashAgainstQuote, wanted({ amount }), token)
    return {
      token,
      option: (): [Call, Record<string, unknown>] => [submit, order({ amount })],
      withdrawal: (): [Call, Record<string, unknown>] => [out, withdrawal(addressId, { amount })],
      swap: (): [Call, Record<string, unknown>] => [flashAgainst, { requestId: requestId(), id }],
    }
  }
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

  /** Sends all at once. @returns how often each call was answered how */
  async function spend(token: string, all: readonly [Call, Record<string, unknown>][]) {
    expect(all).toHaveLength(50)
    const answers = await Promise.all(all.map(([call, input]) => server.call(call, input, token)))
    const counts: Record<string, number> = {}
    for (const [at, answer] of answers.entries()) {
      const name = `${all[at]?.[0].path} ${answer.type === 'ok' ? 'ok' : answer.key}`
      counts[name] = (counts[name] ?? 0) + 1
    }
    expect(await createInvariants().check(server.platform.db)).toEqual([])
    const { available, frozen } = await server.ok(getInfo, {}, token)
    return { counts, available, frozen, taken: answers.filter(({ type }) => type === 'ok').length }
  }

  it('accepts as many options, withdrawals and swaps as the balance covers, and refuses the rest', async () => {
    const person = await spender('400')
    const all = times(10, () => [person.swap(), person.option(), person.option(), person.withdrawal(), person.option()])
    const { counts, taken, available, frozen } = await spend(person.token, all.flat())
    expect([taken, available]).toEqual([25, '0.000000'])
    // A quote is carried out once, and a withdrawal taken once: before any option, or not at all.
    const swaps = counts['wallet/flashAgainst ok'] ?? 0
    expect(swaps).toBeLessThanOrEqual(1)
    expect(counts['wallet/out ok'] ?? 0).toBeLessThanOrEqual(1)
    // The swapped amount is gone, and everything else is held.
    expect(frozen).toBe(swaps === 1 ? '9600.000000' : '10000.000000')
  })

  it('accepts a withdrawal or a swap if the balance covers one of them', async () => {
    const person = await spender('6000')
    const all = times(25, () => [person.withdrawal(), person.swap()])
    const { taken, available } = await spend(person.token, all.flat())
    expect([taken, available]).toEqual([1, '4000.000000'])
  })
})
