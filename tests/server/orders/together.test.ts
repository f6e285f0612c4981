import { expect, it } from 'vitest'
import { prefetchAccounts } from '../../../server/deposit/addresses.ts'
import { announce } from '../../../server/deposit/ask.ts'
import { submitForex } from '../../../server/forex/acts.ts'
import { prefetchHalt as pairHalt } from '../../../server/forex/halts.ts'
import { forexKind } from '../../../server/forex/kind.ts'
import { checkLedger } from '../../../server/ledger/module.ts'
import { prefetchHalt as contractHalt } from '../../../server/lever/halts.ts'
import { leverKind } from '../../../server/lever/kind.ts'
import { submitLever } from '../../../server/lever/submit.ts'
import { type OrderKind, prefetchOrder } from '../../../server/orders/module.ts'
import { dueWork } from '../../../server/orders/work.ts'
import type { Platform } from '../../../server/platform/context.ts'
import type { Prefetch } from '../../../server/platform/unit/defer.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit, type Unit } from '../../../server/platform/unit/unit.ts'
import { spotKind } from '../../../server/spot/kind.ts'
import { prefetchUnfilled } from '../../../server/spot/order.ts'
import { prefetchSwitches } from '../../../server/spot/switches.ts'
import { tradeSpot } from '../../../server/spot/trade.ts'
import { swapKind } from '../../../server/swap/kind.ts'
import { execute, quote } from '../../../server/swap/quote.ts'
import { createUser } from '../../../server/user/users.ts'
import { addAddressOf } from '../../../server/withdrawal/addresses.ts'
import { withdrawalKind } from '../../../server/withdrawal/kind.ts'
import { cancelWithdrawal, withdraw } from '../../../server/withdrawal/withdraw.ts'
import { describePlatform } from '../platform.ts'
import { createSaboteur } from '../sabotage.ts'
import { EVM_ADDRESS, LEAST, mayLeave, PAY_PASSWORD, requestId } from '../withdrawal/support.ts'

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
        const input = { requestId: requestId(), currency: 'USDT', amount: LEAST, addressId, payPassword: PAY_PASSWORD }
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

  it('take as many statements on PostgreSQL for eight as for two to fill at the market', async () => {
    const { platform } = test
    const now = BigInt(platform.clock.now())
    const ticks = ['BTCUSDT', 'EURUSD'].map((symbol) => ({ symbol, seq: 2n, time_ms: now + 1_000n, price: PRICE }))
    await platform.db
      .insertInto('ticks')
      .values(ticks.map((tick) => ({ ...tick, hash: 'b'.repeat(64) })))
      .execute()
    const record = { id: 1n, complete_ms: now + 1_000n, examined_ms: 0n, term: 1n, source: 'test', since_ms: 0n }
    await platform.db.insertInto('record').values(record).execute()
    const contract = { symbol: 'BTCUSDT', direction: 'long', type: 'market', quantity: '0.001', leverage: 10 } as const
    const coins = { symbol: 'BTCUSDT', side: 'buy', type: 'market', timeInForce: 'gtc', quantity: '0.0001' } as const
    const lots = { symbol: 'EURUSD', direction: 'long', type: 'market', lots: '0.01' } as const
    const acts: readonly (Act & { kind: OrderKind })[] = [
      {
        kind: leverKind,
        of: (unit, userId) => submitLever(unit, prices, userId, { ...contract, requestId: requestId() }),
        prefetch: () => [contractHalt(contract.symbol)],
      },
      {
        kind: spotKind,
        of: (unit, userId) => tradeSpot(unit, prices, userId, { ...coins, requestId: requestId() }),
        prefetch: (userId) => [...prefetchSwitches(coins.symbol, coins.side), prefetchUnfilled(userId, coins)],
      },
      {
        kind: forexKind,
        of: (unit, userId) => submitForex(unit, prices, userId, { ...lots, requestId: requestId() }),
        prefetch: () => [pairHalt(lots.symbol)],
      },
    ]
    const [few, many] = [await newPeople(platform, 2), await newPeople(platform, 8)]
    for (const { kind, ...act } of acts) {
      const made: { placed: number; filled: number }[] = []
      // At first each writes rows that a person has once.
      for (const people of [few, many, few, many]) {
        const placed = await together(platform, people, act)
        const saboteur = createSaboteur()
        const counting = { ...platform, db: platform.db.withPlugin(saboteur.plugin) }
        const filled = await saboteur.counted(async () =>
          expect(await dueWork(counting, kind).run(() => false)).toBe(people.length),
        )
        made.push({ placed, filled })
      }
      if (test.kind === 'postgres') expect([kind.name, made[3]]).toEqual([kind.name, made[2]])
    }
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })
})
