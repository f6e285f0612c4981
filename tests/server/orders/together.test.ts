import { expect, it } from 'vitest'
import { prefetchAccounts } from '../../../server/deposit/addresses.ts'
import { announce } from '../../../server/deposit/ask.ts'
import { checkLedger } from '../../../server/ledger/module.ts'
import { prefetchOrder } from '../../../server/orders/module.ts'
import type { Platform } from '../../../server/platform/context.ts'
import type { Prefetch } from '../../../server/platform/unit/defer.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit, type Unit } from '../../../server/platform/unit/unit.ts'
import { swapKind } from '../../../server/swap/kind.ts'
import { execute, quote } from '../../../server/swap/quote.ts'
import { createUser } from '../../../server/user/users.ts'
import { addAddressOf } from '../../../server/withdrawal/addresses.ts'
import { withdrawalKind } from '../../../server/withdrawal/kind.ts'
import { cancelWithdrawal, withdraw } from '../../../server/withdrawal/withdraw.ts'
import { describePlatform } from '../platform.ts'
import { createSaboteur } from '../sabotage.ts'
import { EVM_ADDRESS, mayLeave, PAY_PASSWORD, requestId } from '../withdrawal/support.ts'

const PRICE = 4_000_000n
const prices = { has: () => true, state: () => 'live' as const, last: () => ({ time: 0, price: PRICE }), delayMs: 0 }

describePlatform('concurrent orders of many users', (test) => {
  type Act = { of(unit: Unit, userId: string): Promise<unknown>; prefetch?(userId: string): readonly Prefetch[] }

  /** The statements of these people's acts in one group. */
  async function together(platform: Platform, people: readonly string[], { of, prefetch }: Act) {
    const saboteur = createSaboteur()
    const counting = { ...platform, db: platform.db.withPlugin(saboteur.plugin) }
    const one = (userId: string) =>
      commitFor(counting, userId, (unit) => of(unit, userId), { prefetch: prefetch?.(userId) ?? [] })
    return saboteur.counted(() => Promise.all(people.map(one)))
  }

  const newPeople = async (platform: Platform, count: number) => {
    const people: string[] = []
    for (let index = 0; index < count; index++) {
      const username = `person${requestId().replaceAll('-', '')}`
      const userId = await commit(platform, (unit) => createUser(unit, { username, lang: 'en' }))
      if (!userId) throw new Error('nobody signed up')
      await mayLeave({ platform }, userId)
      people.push(userId)
    }
    return people
  }

  const tick = async ({ db, clock }: Platform) => {
    const at = BigInt(clock.now())
    await db.deleteFrom('ticks').where('symbol', '=', 'BTCUSDT').execute()
    const row = { symbol: 'BTCUSDT', seq: 1n, time_ms: at, price: PRICE, hash: 'a'.repeat(64) }
    await db.insertInto('ticks').values(row).execute()
  }

  it('take as many statements on PostgreSQL for eight as for two', async () => {
    const { platform } = test
    await tick(platform)
    const addresses = new Map<string, string>()
    const ids = new Map<string, string>()
    const deposit: Act = {
      of: (unit, userId) =>
        announce(unit, userId, { requestId: requestId(), way: 'crypto', currency: 'BTC', amount: '0.01' }),
      prefetch: (userId) => prefetchAccounts(platform, userId, { way: 'crypto', currency: 'BTC' }),
    }
    const quoted: Act = {
      of: async (unit, userId) => {
        const input = { requestId: requestId(), from: 'USDT', to: 'BTC', amount: '50' }
        ids.set(userId, (await quote(unit, prices, userId, input)).id)
      },
    }
    const swapped: Act = {
      of: (unit, userId) => execute(unit, prices, userId, { requestId: requestId(), id: ids.get(userId) ?? '' }),
      prefetch: (userId) => [prefetchOrder(swapKind, ids.get(userId) ?? '')],
    }
    const withdrawn: Act = {
      of: async (unit, userId) => {
        const addressId = addresses.get(userId) ?? ''
        const input = { requestId: requestId(), currency: 'USDT', amount: '30', addressId, payPassword: PAY_PASSWORD }
        ids.set(userId, (await withdraw(unit, userId, input)).id)
      },
    }
    const cancelled: Act = {
      of: (unit, userId) => cancelWithdrawal(unit, userId, { id: ids.get(userId) ?? '' }),
      prefetch: (userId) => [prefetchOrder(withdrawalKind, ids.get(userId) ?? '')],
    }
    const [few, many] = [await newPeople(platform, 2), await newPeople(platform, 8)]
    for (const userId of [...few, ...many]) {
      const address = { network: 'ethereum', address: EVM_ADDRESS, label: '' }
      addresses.set(userId, (await commit(platform, (unit) => addAddressOf(unit, userId, address))).id)
    }
    // Rows written once per person, address or account have their own statement.
    for (const act of [deposit, quoted, swapped, withdrawn, cancelled]) {
      for (const people of [few, many]) await together(platform, people, act)
    }
    for (const [name, act] of Object.entries({ deposit, quoted, requoted: quoted, swapped, withdrawn, cancelled })) {
      const [two, eight] = [await together(platform, few, act), await together(platform, many, act)]
      if (test.kind === 'postgres') expect([name, eight]).toEqual([name, two])
    }
    const swaps = await platform.db.selectFrom('swaps').select('state').where('user_id', 'in', many).execute()
    expect(swaps.map(({ state }) => state).sort()).toEqual([
      ...Array<string>(16).fill('executed'),
      ...Array<string>(8).fill('expired'),
    ])
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })
})
