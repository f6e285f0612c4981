import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../server/platform/clock.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import { takeDatabase } from '../../../server/platform/database/lock.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../databases.ts'
import { createManualClock } from '../manual-clock.ts'
import { endProcesses, freshFolder, startProcess } from './process.ts'

const TAKEN = 'the database of DATABASE_URL is in use by another process'

/** Ends the connections that hold a lock of a schema. @returns how many those were */
async function endHolders({ db }: Database): Promise<number> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(
      `select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and objid = current_schema()::regnamespace::oid
        and database = (select oid from pg_database where datname = current_database())`,
    ),
  )
  return rows.length
}

describe.runIf(databaseKinds.includes('postgres'))('a PostgreSQL database', () => {
  let fresh: TestDatabase
  const nobody = () => {
    throw new Error('it was lost')
  }
  const take = (url = fresh.url) => takeDatabase(url, systemClock, nobody)
  beforeEach(async () => {
    fresh = await freshDatabase('postgres')
  })
  afterEach(async () => {
    await endProcesses()
    await fresh.database.close()
    await fresh.drop()
  })

  it('is refused to a second taker in one line, and free again once released', async () => {
    const first = await take()
    await expect(take()).rejects.toThrow(TAKEN)
    await first.release()
    await (await take()).release()
  })

  it('locks only its own schema', async () => {
    await fresh.database.script('create schema other')
    const other = new URL(fresh.url)
    other.searchParams.set('options', '-c search_path=other')
    const locks = [await take(), await take(other.href)]
    await expect(take(other.href)).rejects.toThrow(TAKEN)
    for (const { release } of locks) await release()
  })

  it('is reported lost once, as soon as its connection ends', async () => {
    const lost: Error[] = []
    const clock = createManualClock(0, async () => {})
    const { release } = await takeDatabase(fresh.url, clock, (error) => lost.push(error))
    await clock.advance(60_000)
    expect(lost).toEqual([])
    expect(await endHolders(fresh.database)).toBe(1)
    await expect.poll(() => lost).toHaveLength(1)
    await clock.advance(60_000)
    await release()
    expect(lost).toHaveLength(1)
    await (await take()).release()
  })

  it('is served by one process at a time: a second one is refused until it is killed, and one that has lost it ends', async () => {
    const serve = () => startProcess({ DATA_DIR: freshFolder(), DATABASE_URL: fresh.url, VAULT_KEY: 'ab'.repeat(32) })
    const first = serve()
    await first.url
    const second = serve()
    expect(await second.exit).toBe(1)
    expect(second.out).toEqual({ stdout: '', stderr: `${TAKEN}\n` })
    expect((await fetch(`${await first.url}/healthz`)).status).toBe(200)

    await first.kill('SIGKILL')
    const third = serve()
    await third.url
    expect(await endHolders(fresh.database)).toBe(1)
    expect(await third.exit).toBe(1)
    const last = JSON.parse(third.out.stderr.trim().split('\n').at(-1) ?? '')
    expect(last).toMatchObject({ level: 60, msg: 'another server has taken over the database' })
  })
})
