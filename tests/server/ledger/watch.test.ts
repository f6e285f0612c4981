import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { checkInThread, watchLedger } from '../../../server/ledger/module.ts'
import { openSqlite } from '../../../server/platform/database/database.ts'
import { freshDatabase } from '../databases.ts'
import { createManualClock } from '../manual-clock.ts'
import { MONDAY_NOON, makePlatform } from '../platform.ts'

it('ledger: is checked a minute after the start and each hour from then on, and every finding is logged', async () => {
  const clock = createManualClock(MONDAY_NOON, () => new Promise((resolve) => setImmediate(resolve)))
  const log = { error: vi.fn() }
  const answers = [async () => [], async () => ['account a does not hold'], async () => Promise.reject(new Error('no'))]
  const noted: unknown[] = []
  const watch = watchLedger(
    { clock, log: log as never },
    async () => (await answers[noted.length]?.()) ?? [],
    (found) => noted.push(found),
  )
  await clock.advance(59_999)
  expect(noted).toEqual([])
  await clock.advance(1)
  expect(noted).toEqual([0])
  expect(log.error).not.toHaveBeenCalled()
  await clock.advance(3_600_000)
  expect(noted).toEqual([0, 1])
  expect(log.error).toHaveBeenCalledWith({ line: 'account a does not hold' }, 'the ledger check failed')
  await clock.advance(3_600_000)
  expect(noted).toEqual([0, 1, undefined])
  watch.stop()
  await clock.advance(3 * 3_600_000)
  expect(noted).toHaveLength(3)
})

it('ledger: is checked by one of several nodes, and by another soon after that one stops', async () => {
  const clock = createManualClock(MONDAY_NOON, () => new Promise((resolve) => setImmediate(resolve)))
  const noted: unknown[] = []
  let ours = false
  const watch = watchLedger(
    { clock, log: { error: vi.fn() } as never },
    async () => [],
    (found) => noted.push(found),
    () => ours,
  )
  await clock.advance(10 * 60_000)
  expect(noted).toEqual([])
  ours = true
  await clock.advance(60_000)
  expect(noted).toEqual([0])
  watch.stop()
})

it('ledger: is checked in a thread, which returns the findings', async () => {
  const fresh = await freshDatabase('sqlite')
  await makePlatform(fresh.database, { clock: createManualClock(MONDAY_NOON, async () => {}) })
  const check = checkInThread({ path: fresh.url })
  expect(await check()).toEqual([])
  const other = openSqlite(fresh.url)
  await sql`pragma foreign_keys = off`.execute(other.db)
  await sql`insert into transfers (id, cause, cause_id, step, at) values ('t', 'test', 'x', 'y', 0)`.execute(other.db)
  expect(await check()).toEqual([expect.stringMatching(/^transfer t has no entries \(cause \w+, step \w+\)$/)])
  await other.close()
  await fresh.drop()
})

it('ledger: reports a database that cannot be opened', async () => {
  await expect(checkInThread({ path: '/nowhere/quoin.db' })()).rejects.toThrow('cannot open the database')
})
