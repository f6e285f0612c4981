import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { fillStep } from '../../../server/ledger/fill-sums.ts'
import {
  balancesAfter,
  changesOf,
  checkLedger,
  type Movement,
  movementsOf,
  post,
  stepSumsOf,
  sumsWork,
  timeSumsOf,
} from '../../../server/ledger/module.ts'
import { commit, type Unit } from '../../../server/platform/unit/unit.ts'
import { describePlatform, insertUser } from '../platform.ts'

const DAY = 86_400
const QUARTER = 900
const HOUR = 3_600

/** A posting to a user, after a number of minutes. `held`: the reserved part. */
const posting = fc.record({
  minutes: fc.constantFrom(0, 0, 1, 14, 900, 2_880),
  who: fc.nat({ max: 1 }),
  currency: fc.constantFrom('USDT', 'BTC'),
  cause: fc.constantFrom('savings', 'plan'),
  step: fc.constantFrom('accrue', 'accrue 7', 'accrue 01KE70EHG0ES49YRBA2CDEK2SF:a', 'give'),
  available: fc.bigInt({ min: -4n, max: 9n }),
  held: fc.bigInt({ min: -2n, max: 4n }),
})

describePlatform('the ledger’s stored sums', (test) => {
  let posted = 0
  const give = (unit: Unit, user: string, of: { currency: string; cause: string; step: string }, lines: bigint[]) => {
    const [available = 0n, held = 0n] = lines
    const all = [
      { account: { user, kind: 'available' } as const, amount: available },
      { account: { user, kind: 'held' } as const, amount: held },
      { account: { platform: 'issuance' }, amount: -available - held },
    ]
    posted += 1
    return post(unit, { ...of, causeId: String(posted), lines: all.filter(({ amount }) => amount !== 0n) })
  }
  /** The verification's findings about sums, without those about holds that no order owns here. */
  const differing = async () =>
    (await checkLedger(test.platform.db, test.platform.modules)).filter((line) => line.includes('sums'))
  const someone = (name: string) => commit(test.platform, (unit) => insertUser(unit, name))
  const rows = async (user: string) =>
    (await test.platform.db.selectFrom('movement_sums').selectAll().where('user_id', '=', user).execute())
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
      .sort()
  /** As before any sums were kept. */
  const forget = async (user: string) => {
    const { db } = test.platform
    await db.deleteFrom('movement_sums').where('user_id', '=', user).execute()
    await db.insertInto('movement_sums_missing').values({ user_id: user, since: 0n }).execute()
  }

  it('equal a scan of the entries after any postings, and match the movements', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { minLength: 1, maxLength: 12 }), async (postings) => {
        runs += 1
        const people = [await someone(`one${runs}`), await someone(`other${runs}`)]
        for (const { minutes, who, available, held, ...of } of postings) {
          test.clock.jump(minutes * 60_000)
          if (available === 0n && held === 0n) continue
          // A balance of zero is not moved.
          await commit(test.platform, (unit) => give(unit, people[who] ?? '', of, [available, held])).catch(() => {})
        }
        expect(await differing()).toEqual([])
        for (const user of people) await sayTheSame(user)
      }),
      { seed: 7, numRuns: test.kind === 'sqlite' ? 40 : 12 },
    )
  })

  async function sayTheSame(user: string) {
    const { platform } = test
    const all = await movementsOf(platform.db, user, {}, 1_000)
    const sum = (of: readonly Movement[], amount: (each: Movement) => bigint) =>
      of.reduce((total, each) => total + amount(each), 0n)
    for (const [from, own] of [all, all.slice(3)].entries()) {
      const balances = await balancesAfter(platform, user, own)
      for (const { id, currency } of own) {
        const place = all.findIndex((each) => each.id === id)
        const until = all.slice(place).filter((each) => each.currency === currency)
        expect(balances.get(id), `page ${from}`).toBe(sum(until, ({ amount }) => amount))
      }
    }
    const byDay = Map.groupBy(all, ({ at, currency }) => `${Number(at) - (Number(at) % DAY)} ${currency}`)
    const summed = (own: readonly Movement[]) => ({
      movements: own.length,
      in: sum(own, ({ amount }) => (amount > 0n ? amount : 0n)),
      out: sum(own, ({ amount }) => (amount < 0n ? -amount : 0n)),
    })
    const days = await timeSumsOf(platform, user, {})
    expect(days.map(({ at, currency, ...sums }) => [`${at} ${currency}`, sums]).sort()).toEqual(
      [...byDay].map(([key, own]) => [key, summed(own)]).sort(),
    )
    // A range may begin and end within a day, and a day may be split.
    const first = days.reduce((least, { at }) => (least === 0 || at < least ? at : least), 0)
    const [begin, split, end] = [first + 5 * QUARTER, first + DAY + 67 * QUARTER, first + 3 * DAY + 9 * QUARTER]
    const times = await timeSumsOf(platform, user, { from: begin, to: end }, (from, to) => from < split && split < to)
    const sideOf = (at: number) => (at < split ? 'before' : 'after')
    for (const side of ['before', 'after']) {
      const own = all.filter(({ at }) => at >= begin && at < end && sideOf(Number(at)) === side)
      const found = times.filter(({ at }) => sideOf(at) === side)
      expect({
        movements: found.reduce((total, { movements }) => total + movements, 0),
        in: found.reduce((total, each) => total + each.in, 0n),
        out: found.reduce((total, each) => total + each.out, 0n),
      }).toEqual(summed(own))
    }
    const middle = (days[Math.floor(days.length / 2)]?.at ?? 0) + 37 * QUARTER
    const until = middle + 4 * DAY + 23 * QUARTER
    for (const { currency, cause, step, before, movements, net, held } of await stepSumsOf(platform, user, {
      from: middle,
      to: until,
    })) {
      const own = all.filter(
        (each) => each.currency === currency && each.cause === cause && each.step === step && Number(each.at) < until,
      )
      const within = own.filter(({ at }) => Number(at) >= middle)
      const earlier = own.filter(({ at }) => Number(at) < middle)
      expect([before, movements, net, held]).toEqual([
        sum(earlier, ({ amount }) => amount),
        within.length,
        sum(within, ({ amount }) => amount),
        sum(own, (each) => each.held),
      ])
    }
    const since = middle - 4 * HOUR
    const { balances, changes } = await changesOf(platform, user, { since, width: HOUR })
    for (const [currency, balance] of balances) {
      const own = all.filter((each) => each.currency === currency)
      expect(balance).toBe(sum(own, ({ amount }) => amount))
      const changed = changes.filter((each) => each.currency === currency)
      expect(changed.reduce((total, { amount }) => total + amount, 0n)).toBe(
        sum(
          own.filter(({ at }) => Number(at) >= since),
          ({ amount }) => amount,
        ),
      )
    }
    // By quarters from the middle on: together they make the same sum.
    const close = await changesOf(platform, user, { since, width: DAY, closely: middle })
    for (const [currency] of balances) {
      const after = close.changes.filter((each) => each.currency === currency && each.at >= middle)
      expect(after.reduce((total, { amount }) => total + amount, 0n)).toBe(
        sum(
          all.filter((each) => each.currency === currency && Number(each.at) >= middle),
          ({ amount }) => amount,
        ),
      )
    }
    const others = await changesOf(platform, user, { since, width: HOUR, without: ['plan'] })
    expect(others.changes.reduce((total, { amount }) => total + amount, 0n)).toBe(
      sum(
        all.filter(({ at, cause }) => Number(at) >= since && cause !== 'plan'),
        ({ amount }) => amount,
      ),
    )
  }

  /** A user with more movements than one step fills in, at four a minute. */
  async function busy(name: string, movements: number) {
    const { db } = test.platform
    const user = await someone(name)
    await commit(test.platform, (unit) => give(unit, user, { currency: 'USDT', cause: 'user', step: 'give' }, [9n]))
    const begun = BigInt(Math.floor(test.clock.now() / 1_000) - movements * 15)
    const account = `${user}:USDT:available`
    const numbers = sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(movements)})`
    const id = sql`${name} || (100000 + i)`
    const at = sql`cast(${begun} as bigint) + i * 15`
    await sql`insert into transfers (id, cause, cause_id, step, at)
      ${numbers} select ${id}, 'test', ${id}, 'give ' || i, ${at} from numbers`.execute(db)
    for (const [whose, amount] of [
      [account, 1n],
      ['platform:issuance:USDT', -1n],
    ] as const) {
      await sql`insert into entries (transfer_id, account_id, currency, amount, cause, at)
        ${numbers} select ${id}, ${whose}, 'USDT', ${sql.lit(Number(amount))}, 'test', ${at} from numbers`.execute(db)
    }
    await sql`update accounts set balance = balance + ${BigInt(movements)}, version = version + ${BigInt(movements)}
      where id = ${account}`.execute(db)
    await forget(user)
    return user
  }
  const missing = () => test.platform.db.selectFrom('movement_sums_missing').selectAll().execute()

  it('are filled in for older postings, step by step, also after a restart', async () => {
    const user = await busy('early', 2_000)
    const stopping = [false, false, true]
    const steps = await sumsWork(test.platform).run(() => stopping.shift() ?? true)
    expect(steps).toBeLessThan(3)
    const [before] = await missing()
    expect(before?.since).toBeGreaterThan(0n)
    expect(await differing()).toEqual([])
    // A concurrent posting is summed once.
    await commit(test.platform, (unit) => give(unit, user, { currency: 'USDT', cause: 'user', step: 'give' }, [5n]))
    await sumsWork(test.platform).run(() => false)
    expect(await missing()).toEqual([])
    expect(await differing()).toEqual([])
    const days = await timeSumsOf(test.platform, user, {})
    expect(days.reduce((sum, { movements }) => sum + movements, 0)).toBe(2_002)
  })

  it('are filled in at once for a user who requests them', async () => {
    const user = await busy('asking', 1_200)
    const days = await timeSumsOf(test.platform, user, { cause: 'test' })
    expect(days.reduce((sum, { movements }) => sum + movements, 0)).toBe(1_200)
    expect(await missing()).toEqual([])
    expect(await differing()).toEqual([])
  })

  it('are unchanged by a repeated step', async () => {
    const user = await busy('again', 700)
    while (await fillStep(test.platform, user));
    const once = await rows(user)
    await test.platform.db.insertInto('movement_sums_missing').values({ user_id: user, since: 0n }).execute()
    while (await fillStep(test.platform, user));
    expect(await rows(user)).toEqual(once)
  })
})
