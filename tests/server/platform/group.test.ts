import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { recordEvent } from '../../../server/events/module.ts'
import type { Platform } from '../../../server/platform/context.ts'
import type { Tx } from '../../../server/platform/database/database.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { once } from '../../../server/platform/unit/requests.ts'
import { commit, type Unit } from '../../../server/platform/unit/unit.ts'
import { Refusal } from '../../../src/api/wire/messages.ts'
import { withFaults } from '../../simulation/storage.ts'
import { dump } from '../dump.ts'
import { describePlatform, insertUser } from '../platform.ts'
import { createSaboteur } from '../sabotage.ts'

describePlatform('group: concurrent units', (test) => {
  let platform: Platform
  let a: string
  let b: string
  beforeAll(async () => {
    platform = test.platform
    ;[a, b] = await commit(
      platform,
      async (unit) => [await insertUser(unit, 'a'), await insertUser(unit, 'b')] as const,
    )
  })

  const setLang = (lang: string, userId: string) => async (unit: Unit) => {
    await unit.tx.updateTable('users').set({ lang }).where('id', '=', userId).execute()
    return lang
  }
  const langs = async (from = platform) =>
    (await from.db.selectFrom('users').select('lang').orderBy('username').execute()).map(({ lang }) => lang)
  const outcomes = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.map((result) =>
      result.status === 'fulfilled' ? result.value : String(result.reason.key ?? result.reason.message),
    )

  it('share a transaction, a bounded number of them, and run in the order asked', async () => {
    const order: number[] = []
    const txs = new Set<Tx>()
    await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        commitFor(platform, index % 2 ? a : b, async ({ tx }) => {
          txs.add(tx)
          order.push(index)
        }),
      ),
    )
    expect(txs.size).toBe(3)
    if (test.kind === 'sqlite') expect(order).toEqual([...order].sort((x, y) => x - y))
  })

  it('are answered after the commit and its events', async () => {
    const heard: string[] = []
    const seen: string[][] = []
    await Promise.all(
      [a, b].map(async (userId) => {
        await commitFor(platform, userId, async (unit) => {
          await setLang('ko', userId)(unit)
          unit.after(() => heard.push(userId))
        })
        expect(heard).toEqual([a, b])
        seen.push(await langs())
      }),
    )
    expect(seen).toEqual([
      ['ko', 'ko'],
      ['ko', 'ko'],
    ])
  })

  it('do not roll back each other: one that throws leaves nothing, and gets its error', async () => {
    const heard: string[] = []
    const results = await Promise.allSettled([
      commitFor(platform, a, setLang('es', a)),
      commitFor(platform, b, async (unit) => {
        await setLang('it', b)(unit)
        unit.after(() => heard.push('never'))
        throw new Refusal('accountLocked')
      }),
      commitFor(platform, b, (unit) =>
        unit.tx
          .insertInto('users')
          .values({ id: a } as never)
          .execute(),
      ),
      commitFor(platform, b, setLang('pt', b)),
      commitFor(platform, a, async () => {
        throw new Refusal('wrongPeriod')
      }),
    ])
    expect(outcomes(results).toSpliced(2, 1)).toEqual(['es', 'accountLocked', 'pt', 'wrongPeriod'])
    expect(results[2]?.status).toBe('rejected')
    expect(await langs()).toEqual(['es', 'pt'])
    expect(heard).toEqual([])
  })

  it('all fail if their commit fails, refused ones included', async () => {
    const before = await dump(platform)
    let strike = () => {}
    const database = withFaults(platform.database, ({ at, when }) => {
      if (at === 'commit' && when === 'before') strike()
    })
    const failing = { ...platform, database, db: database.db }
    strike = () => {
      throw new Error('the disk is full')
    }
    const heard: string[] = []
    const results = await Promise.allSettled([
      commitFor(failing, a, async (unit) => {
        unit.after(() => heard.push('never'))
        return setLang('vn', a)(unit)
      }),
      commitFor(failing, b, async () => {
        throw new Refusal('accountLocked')
      }),
    ])
    expect(outcomes(results)).toEqual(['the disk is full', 'the disk is full'])
    expect(await dump(platform)).toEqual(before)
    expect(heard).toEqual([])
    strike = () => {}
    expect(await commitFor(failing, a, setLang('vn', a))).toBe('vn')
  })

  it('do not get another unit’s refusal when the transaction is lost', async () => {
    const saboteur = createSaboteur()
    const failing = { ...platform, db: platform.db.withPlugin(saboteur.plugin) }
    // The users are locked on PostgreSQL only; then the savepoint, its statements, and the rollback.
    saboteur.arm(test.kind === 'postgres' ? 4 : 3, 'after')
    let attempts = 0
    const results = await Promise.allSettled([
      commitFor(failing, a, async (unit) => {
        attempts += 1
        await setLang('en', a)(unit)
        throw new Refusal('accountLocked')
      }),
      commitFor(failing, b, setLang('hk', b)),
    ])
    // Each then had its own transaction.
    expect(attempts).toBe(2)
    expect(outcomes(results)).toEqual(['accountLocked', 'hk'])
    expect(await langs()).toEqual(['vn', 'hk'])
  })

  it('are retried together when the database asks for it', async () => {
    let attempts = 0
    const results = await Promise.all([
      commitFor(platform, a, async (unit) => {
        recordEvent(unit, a, { kind: 'wallet', body: {} as never })
        return setLang('jp', a)(unit)
      }),
      commitFor(platform, b, async () => {
        attempts += 1
        if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
        return attempts
      }),
    ])
    expect(results).toEqual(['jp', 2])
    expect(await platform.db.selectFrom('events').select('seq').where('user_id', '=', a).execute()).toHaveLength(1)
  })

  it('process a duplicate request among them once', async () => {
    let acts = 0
    const ask = (requestId: string, amount = '1') =>
      commitFor(platform, a, (unit) =>
        once(unit, a, 'some/call', { requestId, amount }, async () => {
          acts += 1
          return acts
        }),
      )
    const results = await Promise.allSettled([ask('twice'), ask('twice'), ask('other'), ask('twice', '2')])
    expect(outcomes(results)).toEqual([1, 1, 2, 'requestReused'])
  })

  it('do not deadlock with units of another node, in any order of users', async () => {
    // Another queue on the same database: as another node has.
    const other = {
      ...platform,
      db: platform.db.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result }),
    }
    const attempts: string[] = []
    const touch = (node: Platform, name: string, userId: string) =>
      commitFor(node, userId, async (unit) => {
        attempts.push(name)
        await setLang(name, userId)(unit)
        if (test.kind === 'postgres') await sleep(100)
      })
    await Promise.all([
      touch(platform, 'here a', a),
      touch(platform, 'here b', b),
      touch(other, 'there b', b),
      touch(other, 'there a', a),
    ])
    expect(attempts.toSorted()).toEqual(['here a', 'here b', 'there a', 'there b'])
  })

  it.runIf(test.kind === 'postgres')('do not wait for a group that waits', async () => {
    const [started, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = commitFor(platform, a, () => {
      started.resolve()
      return goOn.promise
    })
    await started.promise
    const other = commitFor(platform, b, async () => 'done')
    const first = await Promise.race([other, sleep(10_000, 'still waits')])
    goOn.resolve()
    await held
    expect(first).toBe('done')
  })
})
