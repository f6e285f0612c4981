import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../server/platform/clock.ts'
import { type Campaign, campaign } from '../../../server/platform/database/lock.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../databases.ts'

describe.runIf(databaseKinds.includes('postgres'))('nodes that stand for leader', () => {
  let fresh: TestDatabase
  let campaigns: Campaign[]
  let said: string[]
  beforeEach(async () => {
    fresh = await freshDatabase('postgres')
    campaigns = []
    said = []
  })
  afterEach(async () => {
    for (const each of campaigns) await each.stop()
    await fresh.database.close()
    await fresh.drop()
  })

  const stand = async (name: string): Promise<Campaign> => {
    const platform = { clock: systemClock, log: pino({ level: 'silent' }) }
    const one = await campaign(fresh.url, platform, {
      won: async () => {
        said.push(`${name} won`)
      },
      lost: () => said.push(`${name} lost`),
    })
    campaigns.push(one)
    return one
  }
  const says = (...words: string[]) => expect.poll(() => said).toEqual(words)
  /** Ends the connection that holds the lock, as a restart of the database does. */
  const cut = () =>
    sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and objid = current_schema()::regnamespace::oid
      and database = (select oid from pg_database where datname = current_database())`.execute(fresh.database.db)

  it('are one at a time: another one is elected after the first has stopped', async () => {
    const a = await stand('a')
    await stand('b')
    expect(said).toEqual(['a won'])
    await a.stop()
    await says('a won', 'b won')
  })

  it('lose leadership with their connection, notice it at once, and campaign again', async () => {
    await stand('a')
    await cut()
    await says('a won', 'a lost', 'a won')
    await stand('b')
    await cut()
    await expect.poll(() => said.length).toBe(5)
    expect(said.slice(3)).toEqual(['a lost', expect.stringMatching(/^[ab] won$/)])
  })

  it('release leadership on request, for the next candidate', async () => {
    const a = await stand('a')
    a.resign()
    expect(said).toEqual(['a won', 'a lost'])
    await says('a won', 'a lost', 'a won')
  })
})
