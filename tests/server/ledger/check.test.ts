import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedger, grantPaper } from '../../../server/ledger/module.ts'
import { modules } from '../../../server/modules.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { describePlatform, insertUser } from '../platform.ts'
import { damagedBy } from './damage.ts'

describePlatform('the ledger check', (test) => {
  let user: string
  beforeAll(async () => {
    user = await commit(test.platform, async (unit) => {
      const id = await insertUser(unit, 'someone')
      await grantPaper(unit, id)
      return id
    })
  })

  const damaged = (...statements: string[]) => damagedBy(test, statements)
  const account = () => `${user}:USDT:available`
  const sums = () => `the sums kept of user ${user} do not equal their entries`
  const orderSums = () => `the sums kept of microtrade orders of user ${user} do not equal them`
  const order = (state: string, due: string, settled = 'null') => `insert into microtrades
    (id, user_id, symbol, kind, direction, currency, amount, seconds, payout_bps, state, accepted_ms, due_ms, settled_ms)
    values ('order', '${user}', 'BTCUSDT', 'crypto', 'rise', 'USDT', 5, 30, 8500, '${state}', 1, ${due}, ${settled})`

  it('finds nothing in a consistent ledger', async () => {
    expect(await checkLedger(test.platform.db, modules)).toEqual([])
  })

  it('finds an entry with a changed amount, and names transfer, currency and account', async () => {
    const lines = await damaged(`update entries set amount = amount + 1 where account_id = '${account()}'`)
    expect(lines).toEqual([
      `account ${account()} does not equal its entries`,
      'all accounts in USDT do not sum to zero',
      sums(),
      expect.stringMatching(/^transfer \w+ does not sum to zero$/),
    ])
  })

  it('finds a changed balance', async () => {
    expect(await damaged(`update accounts set balance = balance + 1`)).toEqual([
      `account ${account()} does not equal its entries`,
    ])
  })

  it('finds a balance below zero', async () => {
    expect(
      await damaged(
        `update accounts set balance = -1`,
        `update entries set amount = -1 where account_id = '${account()}'`,
        `update entries set amount = 1 where account_id <> '${account()}'`,
      ),
    ).toEqual([`account ${account()} is below zero`, sums()])
  })

  it('finds a missing entry', async () => {
    expect(await damaged(`delete from entries where account_id = '${account()}'`)).toContain(
      `account ${account()} does not have as many entries as it has had changes`,
    )
  })

  it('finds a transfer removed with its entries and balance', async () => {
    expect(await damaged(`delete from entries`, `delete from transfers`, `update accounts set balance = 0`)).toEqual([
      `account ${account()} does not have as many entries as it has had changes`,
      sums(),
    ])
  })

  it('finds a transfer without entries, and entries without a transfer', async () => {
    expect(await damaged(`insert into transfers values ('bare', 'test', '1', 'none', 1)`)).toEqual([
      'transfer bare has no entries',
    ])
    expect(await damaged(`delete from transfers`)).toEqual([sums(), expect.stringMatching(/^transfer \w+ is missing$/)])
  })

  it('finds a missing account', async () => {
    expect(await damaged(`delete from accounts`)).toEqual([`account ${account()} is missing`, sums()])
  })

  it('finds an entry in another currency than its account’s', async () => {
    expect(await damaged(`update entries set currency = 'BTC'`)).toEqual([
      `account ${account()} has an entry in another currency`,
      'account platform:issuance:USDT has an entry in another currency',
      sums(),
    ])
  })

  it('finds an entry whose cause or time differs from its transfer', async () => {
    const differs = expect.stringMatching(/^transfer \w+ has an entry of another cause or time$/)
    expect(await damaged(`update entries set cause = 'other' where account_id = '${account()}'`)).toEqual([
      sums(),
      differs,
    ])
    expect(await damaged(`update entries set at = at + 1 where account_id = '${account()}'`)).toEqual([differs])
  })

  it('finds a stored sum that differs from its entries or is missing, and a day that differs from its quarters', async () => {
    for (const column of ['movements', 'received', 'paid', 'held']) {
      expect(await damaged(`update movement_sums set ${column} = ${column} + 1 where width = 900`)).toEqual([
        sums(),
        `the sums of days kept of user ${user} do not equal those of their quarters`,
      ])
    }
    expect(await damaged(`delete from movement_sums`)).toEqual([sums()])
    expect(await damaged(`delete from movement_sums where width = 86400`)).toEqual([
      `the sums of days kept of user ${user} do not equal those of their quarters`,
    ])
  })

  it('accepts sums that are still to be filled in', async () => {
    expect(
      await damaged(`delete from movement_sums`, `insert into movement_sums_missing values ('${user}', 0)`),
    ).toEqual([])
  })

  it('finds a hold without a live order, and a live order without a hold', async () => {
    const held = `insert into accounts values ('${user}:USDT:held', '${user}', 'USDT', 'held', 0, 0)`
    expect(await damaged(order('accepted', '1'))).toEqual(['order order is live and holds nothing'])
    expect(await damaged(held, order('accepted', '1'))).toEqual([
      `account ${user}:USDT:held does not equal the holds of its live orders`,
    ])
    expect(await damaged(held, order('won', 'null', '2'))).toEqual([orderSums()])
  })

  it('finds an order with a contradictory end, an end before its start, or triggers after its end', async () => {
    const held = `insert into accounts values ('${user}:USDT:held', '${user}', 'USDT', 'held', 0, 0)`
    const waits = `insert into triggers (kind, order_id, name, symbol, side, level, since_ms, examined_ms) values ('microtrade', 'order', 'stop', 'BTCUSDT', 'atOrBelow', 5, 1, null)`
    expect(await damaged(held, order('won', 'null'))).toEqual([
      `account ${user}:USDT:held does not equal the holds of its live orders`,
      'microtrade order has ended, or it has not',
    ])
    expect(await damaged(held, order('won', 'null', '0'))).toEqual([
      'microtrade order has no version, or ended before it began',
      orderSums(),
    ])
    expect(await damaged(held, order('won', 'null', '2'), waits)).toEqual([
      'microtrade order waits for a price and is not live',
      orderSums(),
    ])
  })

  it('finds a fraction of a minor unit, if the database can store one', async () => {
    if (test.kind === 'postgres') return
    const lines = await damaged(
      `update accounts set balance = 0.5`,
      `update entries set amount = case when account_id like 'platform:%' then -0.5 else 0.5 end`,
    )
    expect(lines).toEqual([
      `account ${account()} has an amount that is no whole number`,
      'account platform:issuance:USDT has an amount that is no whole number',
      sums(),
    ])
  })
})

describe('ledger: entries and transfers', () => {
  const root = join(import.meta.dirname, '../../../server')
  const code = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))

  it('are only ever added: no statement of the server changes or removes one', () => {
    const changes =
      /(updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](entries|transfers)|(update|delete\s+from|truncate)\s+(entries|transfers)\b/i
    expect(code.filter((text) => changes.test(text))).toEqual([])
  })
})
