import { beforeEach, expect, it } from 'vitest'
import { eventsAfter, recordEvent } from '../../../server/events/module.ts'
import { checkLedger, post, walletWithin } from '../../../server/ledger/module.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { claiming } from '../../../server/platform/database/rows.ts'
import type { Loader } from '../../../server/platform/unit/defer.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit, type Unit } from '../../../server/platform/unit/unit.ts'
import { Refusal } from '../../../src/api/wire/messages.ts'
import { describePlatform, insertUser } from '../platform.ts'
import { createSaboteur } from '../sabotage.ts'

describePlatform('later: deferred writes of units', (test) => {
  let made = 0
  let platform: Platform
  let people: string[]
  beforeEach(async () => {
    platform = test.platform
    people = await commit(platform, async (unit) => {
      const names = Array.from({ length: 8 }, () => `person${++made}`)
      const ids: string[] = []
      for (const name of names) ids.push(await insertUser(unit, name))
      for (const id of ids) await give(unit, id, 100n)
      return ids
    })
  })

  const move = (unit: Unit, user: string, amount: bigint, cause = String(++made)) =>
    post(unit, {
      cause: 'test',
      causeId: cause,
      step: 'move',
      currency: 'USDT',
      lines: [
        { account: { platform: 'issuance' }, amount: -amount },
        { account: { user, kind: 'available' }, amount },
      ],
    })
  const give = move
  const balance = async (user: string) =>
    (await platform.db.selectFrom('accounts').select('balance').where('user_id', '=', user).executeTakeFirst())?.balance
  const tell = (unit: Unit, user: string) => recordEvent(unit, user, { kind: 'status', body: { status: 'active' } })
  const seqs = async (user: string) => (await eventsAfter(platform.db, user, 0, 100)).map(({ seq }) => seq)
  const said = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.map((result) =>
      result.status === 'fulfilled' ? result.value : (result.reason.key ?? result.reason.constructor.name),
    )

  it('take as many statements on PostgreSQL for eight units as for two', async () => {
    const saboteur = createSaboteur()
    const counting = { ...platform, db: platform.db.withPlugin(saboteur.plugin) }
    const act = (users: readonly string[]) =>
      saboteur.counted(() =>
        Promise.all(
          users.map((user) =>
            commitFor(counting, user, async (unit) => {
              await move(unit, user, 5n)
              tell(unit, user)
            }),
          ),
        ),
      )
    const [few, many] = [await act(people.slice(0, 2)), await act(people)]
    if (test.kind === 'postgres') expect(many).toBe(few)
    for (const user of people.slice(2)) expect([await balance(user), await seqs(user)]).toEqual([105n, [1]])
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })

  /** Notifications per user, counted in the database, since a unit's deferred work is not published here. */
  const told: Loader<number> = {
    ofUser: true,
    reread: true,
    none: 0,
    load: async (db, users) => {
      loads.push([...users])
      const rows = await db.selectFrom('events').select('user_id').where('user_id', 'in', users).execute()
      return new Map(users.map((user) => [user, rows.filter(({ user_id }) => user_id === user).length]))
    },
  }
  const loads: string[][] = []

  it('are counted by an uncached loader for their own user only', async () => {
    const [user = '', other = '', third = ''] = people
    loads.length = 0
    const count = (unit: Unit, of: string) => unit.read(told, of)
    const counts = await Promise.all([
      commitFor(platform, user, async (unit) => {
        const before = await count(unit, user)
        tell(unit, user)
        return [before, await count(unit, user)]
      }),
      commitFor(platform, other, async (unit) => [await count(unit, other)]),
      commitFor(platform, user, async (unit) => {
        tell(unit, user)
        return [await count(unit, user), await count(unit, other)]
      }),
      commitFor(platform, third, async (unit) => [await count(unit, third)]),
    ])
    expect(counts).toEqual([[0, 1], [0], [2, 0], [0]])
    // Once for the whole group, then for those with deferred work.
    expect(loads).toEqual([[user, other, third], [user], [user]])
  })

  it('are not flushed for an uncached loader of another user', async () => {
    const [user = '', other = ''] = people
    loads.length = 0
    const saboteur = createSaboteur()
    const counting = { ...platform, db: platform.db.withPlugin(saboteur.plugin) }
    await commit(platform, async (unit) => tell(unit, other))
    const statements = await saboteur.counted(() =>
      Promise.all([
        commitFor(counting, user, async (unit) => {
          tell(unit, user)
        }),
        commitFor(counting, other, async (unit) => {
          expect(await unit.read(told, other)).toBe(1)
          tell(unit, other)
        }),
      ]),
    )
    expect(loads).toEqual([[other]])
    const together = await saboteur.counted(() =>
      Promise.all([user, other].map((one) => commitFor(counting, one, async (unit) => tell(unit, one)))),
    )
    // Only the read: no savepoint, and the writes of both are batched.
    expect(statements).toBe(together + 1)
  })

  it('are not counted by an uncached loader after their unit failed', async () => {
    const [user = '', other = ''] = people
    const results = await Promise.allSettled([
      commitFor(platform, other, async (unit) => tell(unit, other)),
      commitFor(platform, user, async (unit) => {
        tell(unit, user)
        expect(await unit.read(told, user)).toBe(1)
        throw new Refusal('tradingClosed')
      }),
      commitFor(platform, user, (unit) => unit.read(told, user)),
    ])
    expect(said(results)).toEqual([undefined, 'tradingClosed', 0])
  })

  it('are counted for every user if the unit’s users are unknown', async () => {
    const [user = '', other = ''] = people
    const counts = await commit(platform, async (unit) => {
      const before = [await unit.read(told, user), await unit.read(told, other)]
      tell(unit, other)
      return [...before, await unit.read(told, user), await unit.read(told, other)]
    })
    expect(counts).toEqual([0, 0, 0, 1])
  })

  it('are visible to statements of the same unit and of the next', async () => {
    const [user = '', other = ''] = people
    const seen = async (unit: Unit) =>
      (await unit.tx.selectFrom('accounts').select('balance').where('user_id', '=', user).executeTakeFirst())?.balance
    const results = await Promise.all([
      commitFor(platform, user, async (unit) => {
        await move(unit, user, 1n)
        const first = await seen(unit)
        await move(unit, user, 10n)
        return [first, await seen(unit)]
      }),
      commitFor(platform, user, (unit) => move(unit, user, 100n)),
      commitFor(platform, other, seen),
    ])
    expect(results).toEqual([[101n, 111n], undefined, 211n])
  })

  it('are dropped with a refused unit, and kept for the others', async () => {
    const [user = '', other = ''] = people
    const heard: string[] = []
    const spend = (amount: bigint) => async (unit: Unit) => {
      tell(unit, user)
      unit.after(() => heard.push(String(amount)))
      await move(unit, user, -amount)
      return (await walletWithin(unit, user, 'USDT')).available
    }
    const results = await Promise.allSettled([
      commitFor(platform, user, spend(60n)),
      commitFor(platform, user, spend(50n)),
      commitFor(platform, other, (unit) => move(unit, other, 1n)),
      commitFor(platform, user, async (unit) => {
        await spend(40n)(unit)
        throw new Refusal('accountLocked')
      }),
      commitFor(platform, user, spend(40n)),
    ])
    expect(said(results)).toEqual(['0.000040', 'insufficientBalance', undefined, 'accountLocked', '0.000000'])
    expect([await balance(user), await balance(other)]).toEqual([0n, 101n])
    expect(heard).toEqual(['60', '40'])
    expect(await seqs(user)).toEqual([1, 2])
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })

  it('are dropped with a unit refused after its own statement', async () => {
    const [user = '', other = ''] = people
    const results = await Promise.allSettled([
      commitFor(platform, other, async (unit) => tell(unit, other)),
      commitFor(platform, user, async (unit) => {
        await move(unit, user, -60n)
        await unit.tx.updateTable('users').set({ lang: 'ko' }).where('id', '=', user).execute()
        await move(unit, user, -40n)
        throw new Refusal('accountLocked')
      }),
      commitFor(platform, user, (unit) => move(unit, user, -100n)),
    ])
    expect(said(results)).toEqual([undefined, 'accountLocked', undefined])
    expect(await balance(user)).toBe(0n)
    expect(await seqs(other)).toEqual([1])
    const row = await platform.db.selectFrom('users').select('lang').where('id', '=', user).executeTakeFirst()
    expect(row?.lang).not.toBe('ko')
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })

  it('fail only their own unit if they cannot be written', async () => {
    const [user = '', other = '', third = ''] = people
    await commitFor(platform, user, (unit) => move(unit, user, 1n, 'the same cause'))
    const results = await Promise.allSettled([
      commitFor(platform, other, (unit) => move(unit, other, 1n)),
      commitFor(platform, user, (unit) => move(unit, user, 1n, 'the same cause')),
      commitFor(platform, third, (unit) => move(unit, third, 1n)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect([await balance(user), await balance(other), await balance(third)]).toEqual([101n, 101n, 101n])
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })

  it('of locked rows are skipped by claims', async () => {
    if (test.kind === 'sqlite') return
    const free = (unit: Unit) =>
      claiming(
        unit.tx,
        unit.tx.selectFrom('users').select('id').where('id', 'in', people).orderBy('id').limit(5),
      ).execute()
    await commit(platform, async (unit) => {
      const mine = await free(unit)
      const others = await commit(platform, free)
      expect([...mine, ...others].map(({ id }) => id).toSorted()).toEqual(people.toSorted())
    })
    expect(await commit(platform, free)).toHaveLength(5)
  })
})
