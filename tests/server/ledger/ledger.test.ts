import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  assertHolds,
  checkLedger,
  entriesOf,
  type Line,
  post,
  walletOf,
  walletsOf,
} from '../../../server/ledger/module.ts'
import { commit, type Unit } from '../../../server/platform/unit/unit.ts'
import { describePlatform, insertUser } from '../platform.ts'

let made = 0
/** A cause that no other transfer has. */
const cause = () => ({ cause: 'test', causeId: String(++made), step: 'move' })

/** Money from the platform for a user, in minor units. */
const give = (unit: Unit, user: string, amount: bigint, currency = 'USDT') =>
  post(unit, {
    ...cause(),
    currency,
    lines: [
      { account: { platform: 'issuance' }, amount: -amount },
      { account: { user, kind: 'available' }, amount },
    ],
  })

const pay = (unit: Unit, from: string, to: string, amount: bigint, currency = 'USDT') =>
  post(unit, {
    ...cause(),
    currency,
    lines: [
      { account: { user: from, kind: 'available' }, amount: -amount },
      { account: { user: to, kind: 'available' }, amount },
    ],
  })

describePlatform('the ledger', (test) => {
  const person = (amount = 0n) =>
    commit(test.platform, async (unit) => {
      const user = await insertUser(unit, `person${++made}`)
      if (amount > 0n) await give(unit, user, amount)
      return user
    })
  const whole = () => checkLedger(test.platform.db, test.platform.modules)
  const count = async (table: 'transfers' | 'entries') =>
    (await test.platform.db.selectFrom(table).selectAll().execute()).length
  const available = async (user: string, currency = 'USDT') =>
    (await walletOf(test.platform.db, user, currency))?.available

  it('accepts any transfers that leave no user below zero, refuses the rest, and stays consistent', async () => {
    const users = [await person(), await person(), await person()]
    const accounts = [
      ...users.map((user) => ({ user, kind: 'available' }) as const),
      { platform: 'issuance' } as const,
      { platform: 'options' } as const,
    ]
    const currency = fc.constantFrom('USDT', 'BTC')
    const transfer = fc
      .tuple(currency, fc.uniqueArray(fc.nat(accounts.length - 1), { minLength: 2 }), fc.array(fc.bigInt(-50n, 50n)))
      .map(([currency, chosen, amounts]) => {
        const parts = chosen.slice(0, -1).map((_, index) => amounts[index] || 7n)
        const lines = [...parts, -parts.reduce((sum, part) => sum + part, 0n)].map((amount, index) => ({
          account: accounts[chosen[index] ?? 0] as Line['account'],
          amount,
        }))
        return { currency, lines }
      })
      .filter(({ lines }) => lines.every(({ amount }) => amount !== 0n))
    const balances = new Map<string, bigint>()
    const key = (user: string, currency: string) => `${user} ${currency}`

    await fc.assert(
      fc.asyncProperty(fc.array(transfer, { minLength: 1, maxLength: 12 }), async (transfers) => {
        for (const { currency, lines } of transfers) {
          const changes = lines.flatMap(({ account, amount }) =>
            'user' in account ? [{ id: key(account.user, currency), amount }] : [],
          )
          const affordable = changes.every(({ id, amount }) => (balances.get(id) ?? 0n) + amount >= 0n)
          const posted = commit(test.platform, (unit) => post(unit, { ...cause(), currency, lines }))
          if (!affordable) {
            await expect(posted).rejects.toMatchObject({ key: 'insufficientBalance' })
            continue
          }
          await posted
          for (const { id, amount } of changes) balances.set(id, (balances.get(id) ?? 0n) + amount)
        }
        expect(await whole()).toEqual([])
        const rows = await test.platform.db.selectFrom('accounts').selectAll().execute()
        for (const user of users) {
          for (const currency of ['USDT', 'BTC']) {
            const row = rows.find((row) => row.user_id === user && row.currency === currency)
            expect(row?.balance ?? 0n).toBe(balances.get(key(user, currency)) ?? 0n)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('refuses an invalid transfer without effect', async () => {
    const [a, b] = [await person(100n), await person()]
    const before = [await count('transfers'), await count('entries')]
    const [fromA, toB] = [{ user: a, kind: 'available' } as const, { user: b, kind: 'available' } as const]
    const bad: Line[][] = [
      [],
      [{ account: fromA, amount: 0n }],
      [
        { account: fromA, amount: -5n },
        { account: toB, amount: 4n },
      ],
      [
        { account: fromA, amount: 0n },
        { account: toB, amount: 0n },
      ],
      [
        { account: fromA, amount: -5n },
        { account: toB, amount: 5n },
        { account: { platform: 'options' }, amount: 0n },
      ],
      [
        { account: fromA, amount: -5n },
        { account: fromA, amount: 5n },
      ],
    ]
    for (const lines of bad) {
      const posted = commit(test.platform, (unit) => post(unit, { ...cause(), currency: 'USDT', lines }))
      await expect(posted).rejects.toThrow(RangeError)
    }
    await expect(commit(test.platform, (unit) => pay(unit, a, b, 5n, 'SHELL'))).rejects.toThrow(RangeError)
    expect([await count('transfers'), await count('entries')]).toEqual(before)
  })

  it('returns the movements of a user’s accounts, newest first, up to a limit', async () => {
    const [a, b] = [await person(100n), await person()]
    await commit(test.platform, (unit) => pay(unit, a, b, 30n))
    const [newest, oldest] = await entriesOf(test.platform.db, a, 10)
    expect(newest).toMatchObject({
      kind: 'available',
      currency: 'USDT',
      amount: '-0.000030',
      cause: 'test',
      step: 'move',
    })
    expect(newest?.at).toBe(Math.floor(test.clock.now() / 1000))
    expect(oldest).toMatchObject({ amount: '0.000100' })
    expect(await entriesOf(test.platform.db, a, 1)).toEqual([newest])
    expect(await entriesOf(test.platform.db, b, 10)).toMatchObject([{ amount: '0.000030', causeId: newest?.causeId }])
  })

  it('moves money once per cause, however often it is repeated', async () => {
    const [a, b] = [await person(100n), await person()]
    const transfer = {
      ...cause(),
      currency: 'USDT',
      lines: [
        { account: { user: a, kind: 'available' } as const, amount: -30n },
        { account: { user: b, kind: 'available' } as const, amount: 30n },
      ],
    }
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => commit(test.platform, (unit) => post(unit, transfer))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await available(a)).toBe('0.000070')
    expect(await available(b)).toBe('0.000030')
    await commit(test.platform, (unit) => post(unit, { ...transfer, step: 'another' }))
    expect(await available(b)).toBe('0.000060')
    expect(await whole()).toEqual([])
  })

  it('spends one balance concurrently exactly as often as it covers', async () => {
    const [a, b] = [await person(1_000n), await person()]
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => commit(test.platform, (unit) => pay(unit, a, b, 30n))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(33)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ key: 'insufficientBalance' })
    }
    expect([await available(a), await available(b)]).toEqual(['0.000010', '0.000990'])
    expect(await whole()).toEqual([])
  })

  it('executes concurrent payments between two users in both directions', async () => {
    const [a, b] = [await person(1_000n), await person(1_000n)]
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        commit(test.platform, (unit) => (index % 2 === 0 ? pay(unit, a, b, 3n) : pay(unit, b, a, 2n))),
      ),
    )
    expect([await available(a), await available(b)]).toEqual(['0.000980', '0.001020'])
    expect(await whole()).toEqual([])
  })

  it('rolls back a unit that fails after moving money', async () => {
    const [a, b] = [await person(100n), await person()]
    const before = await test.platform.db.selectFrom('accounts').selectAll().orderBy('id').execute()
    const failed = commit(test.platform, async (unit) => {
      await pay(unit, a, b, 60n)
      await pay(unit, b, a, 10n)
      throw new Error('after the second')
    })
    await expect(failed).rejects.toThrow('after the second')
    expect(await test.platform.db.selectFrom('accounts').selectAll().orderBy('id').execute()).toEqual(before)
    expect(await whole()).toEqual([])
  })

  it('releases at most what a hold contains, and reports more as an error, not as insufficient balance', async () => {
    const a = await person(100n)
    const takeHeld = (...others: Line[]) => {
      const amount = others.reduce((sum, line) => sum + line.amount, 0n)
      const lines: Line[] = [{ account: { user: a, kind: 'held' }, amount: -amount }, ...others]
      return commit(test.platform, (unit) => post(unit, { ...cause(), currency: 'USDT', lines }))
    }
    const fee = { account: { platform: 'fees' }, amount: 2n }
    const sent = { account: { platform: 'withdrawals' }, amount: 5n }
    const back = takeHeld({ account: { user: a, kind: 'available' }, amount: 1n })
    await expect(back).rejects.toMatchObject({
      key: 'frozenAbnormal',
      cause: { message: expect.stringMatching(/holds less.*by 1$/) },
    })
    await expect(takeHeld(sent)).rejects.toMatchObject({ key: 'deductionFailed' })
    await expect(takeHeld(fee, sent)).rejects.toMatchObject({ key: 'deductionFailed' })
    await expect(takeHeld(fee)).rejects.toMatchObject({ key: 'feeDeductionFailed' })
    expect(await available(a)).toBe('0.000100')
  })

  it('moves the largest amount that an account can store, and refuses one more instead of overflowing', async () => {
    const a = await person()
    const most = 4n * 10n ** 18n
    await commit(test.platform, (unit) => give(unit, a, most, 'ETH'))
    expect(await available(a, 'ETH')).toBe('40000000000.00000000')
    for (const more of [1n, most, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n]) {
      await expect(commit(test.platform, (unit) => give(unit, a, more, 'ETH'))).rejects.toThrow()
    }
    expect(await available(a, 'ETH')).toBe('40000000000.00000000')
    await commit(test.platform, (unit) =>
      post(unit, {
        ...cause(),
        currency: 'ETH',
        lines: [
          { account: { user: a, kind: 'available' }, amount: -most },
          { account: { platform: 'issuance' }, amount: most },
        ],
      }),
    )
    expect(await whole()).toEqual([])
  })

  it('shows a wallet per currency, whose version grows with every change', async () => {
    const a = await person(1_000_000n)
    const [first] = await walletsOf(test.platform.db, a)
    expect(first).toEqual({
      currency: 'USDT',
      balance: '1.000000',
      available: '1.000000',
      frozen: '0.000000',
      version: 1,
    })
    await commit(test.platform, (unit) =>
      post(unit, {
        ...cause(),
        currency: 'USDT',
        lines: [
          { account: { user: a, kind: 'available' }, amount: -400_000n },
          { account: { user: a, kind: 'held' }, amount: 400_000n },
        ],
      }),
    )
    const [second] = await walletsOf(test.platform.db, a)
    expect(second).toMatchObject({ balance: '1.000000', available: '0.600000', frozen: '0.400000', version: 3 })
    expect(await walletOf(test.platform.db, a, 'XYZ')).toBeUndefined()

    // A hold that no live order owns is a fault at once.
    await expect(commit(test.platform, async (unit) => assertHolds(unit, a, 'USDT'))).rejects.toMatchObject({
      key: 'frozenAbnormal',
      cause: { message: expect.stringMatching(/holds 400000 USDT/) },
    })
    await commit(test.platform, async (unit) => assertHolds(unit, a, 'BTC'))
  })
})
