import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { chainWork } from '../../../server/audit/chain.ts'
import { actsOf, noteAct, verifyChain } from '../../../server/audit/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { freshDatabase } from '../databases.ts'
import { createManualClock } from '../manual-clock.ts'
import { describePlatform, makePlatform } from '../platform.ts'

describePlatform('the audit log', (test) => {
  const note = (act: string, of = test.platform) =>
    commit(of, (unit) => noteAct(unit, { who: 'ann', act, userId: null, why: 'a test', facts: { amount: '+1 USDT' } }))
  const verify = (hash?: string) => verifyChain(test.platform.db, hash)
  const lines = () => test.platform.db.selectFrom('audit').selectAll().orderBy('seq').execute()
  /** The violation after some statements, which are undone. */
  const after = async (change: () => Promise<unknown>) => {
    const { db } = test.platform
    const [rows, head] = [await lines(), await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()]
    await change()
    const { violation } = await verify()
    await db.deleteFrom('audit').execute()
    await db.insertInto('audit').values(rows).execute()
    await db.updateTable('audit_head').set(head).execute()
    expect((await verify()).violation).toBeUndefined()
    return violation
  }

  it('is whole while it is empty', async () => {
    expect(await verify()).toEqual({ head: { seq: 0, hash: '' } })
  })

  it('chains each line to the one before by hash', async () => {
    for (const act of ['one', 'two', 'three', 'four']) await note(act)
    const [first, second] = await lines()
    if (!first || !second) throw new Error('no lines')
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const rest = String.raw`null,"a test",${first.at},"{\"amount\":\"+1 USDT\"}"]`
    const hash = sha256(`["",1,"${first.id}","ann","one",${rest}`)
    expect(first).toMatchObject({ seq: 1n, hash })
    expect(second).toMatchObject({ seq: 2n, hash: sha256(`["${hash}",2,"${second.id}","ann","two",${rest}`) })
    expect(await verify()).toMatchObject({ head: { seq: 4 } })
  })

  it('shows a line that was removed, changed, exchanged or inserted', async () => {
    const { db } = test.platform
    const [, second, third] = await lines()
    if (!second || !third) throw new Error('no lines')
    expect(await after(() => db.deleteFrom('audit').where('seq', '=', 2n).execute())).toBe('line 2 is missing')
    expect(await after(() => db.deleteFrom('audit').where('seq', '=', 4n).execute())).toBe(
      'line 4 is missing, and so are all up to 4',
    )
    for (const change of [
      { who: 'bob' },
      { act: 'other' },
      { user_id: 'someone' },
      { why: 'another' },
      { at: 1n },
      { facts: '{"amount":"+2 USDT"}' },
      { facts: null },
      { hash: 'x' },
    ]) {
      const changed = db.updateTable('audit').set(change).where('seq', '=', 2n)
      expect(await after(() => changed.execute()), Object.keys(change)[0]).toMatch(/^line 2 or its hash was changed/)
    }
    const without = async () => {
      await db.deleteFrom('audit').where('seq', '=', 2n).execute()
      for (const seq of [3n, 4n])
        await db
          .updateTable('audit')
          .set({ seq: seq - 1n })
          .where('seq', '=', seq)
          .execute()
      await db.updateTable('audit_head').set({ seq: 3n }).execute()
    }
    expect(await after(without)).toMatch(/^line 2 or its hash was changed/)
    const newest = () => db.updateTable('audit_head').set({ hash: 'x' }).execute()
    expect(await after(newest)).toBe('the hash of the newest line, 4, was changed')
  })

  it('still has a hash that was noted, unless it was rewritten', async () => {
    const { head } = await verify()
    await note('five')
    expect((await verify(head.hash)).violation).toBeUndefined()
    expect((await verify('f'.repeat(64))).violation).toMatch(/^no line has the hash f+: the log was rewritten$/)
  })

  it('begins over the lines that exist, oldest first, in steps', async () => {
    const fresh = await freshDatabase(test.kind)
    const clock = createManualClock(test.platform.clock.now(), async () => {})
    const platform = await makePlatform(fresh.database, { clock })
    const rows = Array.from({ length: 1_101 }, (_, at) => ({
      ...{ id: `a${String(at).padStart(5, '0')}`, who: 'ann', act: 'old', user_id: null, why: 'x', at: 1n },
      ...{ facts: null, seq: null, hash: null },
    }))
    for (let at = 0; at < rows.length; at += 100) {
      await platform.db
        .insertInto('audit')
        .values(rows.slice(at, at + 100))
        .execute()
    }
    expect(await chainWork(platform).run(() => false)).toBe(1_101)
    expect(await verifyChain(platform.db)).toMatchObject({ head: { seq: 1_101 } })
    const [newest] = await actsOf(platform.db, undefined, 1)
    expect(newest).toMatchObject({ id: 'a01100', seq: 1_101n })
    expect(await chainWork(platform).run(() => false)).toBe(0)
    await platform.database.close()
    await fresh.drop()
  })

  it('stays whole while several nodes add lines at once, and without those rolled back', async () => {
    const before = (await verify()).head.seq
    const undone = commit(test.platform, async (unit) => {
      await noteAct(unit, { who: 'ann', act: 'undone', userId: null, why: 'x' })
      throw new Error('undone')
    })
    const all = Array.from({ length: 20 }, (_, at) => note(`act ${at}`))
    await expect(undone).rejects.toThrow('undone')
    await Promise.all(all)
    expect(await verify()).toMatchObject({ head: { seq: before + 20 } })
    expect((await verify()).violation).toBeUndefined()
  })
})
