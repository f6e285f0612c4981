import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { submit } from '../../src/api/trade/microtrade.ts'
import { describeServer } from './harness.ts'
import { createInvariants } from './invariants.ts'
import { hold, order, price } from './microtrade/support.ts'

describeServer('the invariants', (server) => {
  /** The violations found after these statements, which are rolled back. */
  async function found(invariants: ReturnType<typeof createInvariants>, ...statements: string[]): Promise<string> {
    const undone = new Error('undone')
    let lines: string[] = []
    await server.platform.db
      .transaction()
      .execute(async (tx) => {
        for (const statement of statements) await sql.raw(statement).execute(tx)
        lines = await invariants.check(tx)
        throw undone
      })
      .catch((error) => expect(error).toBe(undone))
    return lines.join('\n')
  }

  it('hold after a regular run, and each violated one is named', async () => {
    const invariants = createInvariants()
    const fresh = () => found(createInvariants())
    const { userId, token } = await server.person()
    await price(server, '43000.00')
    const won = await server.ok(submit, order(), token)
    invariants.acknowledged(won)
    expect(await invariants.check(server.platform.db)).toEqual([])
    await hold(server, '43000.00', 3)
    expect(await invariants.check(server.platform.db)).toEqual([])
    await hold(server, '43001.00', 30)
    const open = await server.ok(submit, order(), token)
    await hold(server, '43001.00', 2)
    expect(await invariants.check(server.platform.db)).toEqual([])
    expect(await fresh()).toBe('')

    const broken = (statement: string, ...more: string[]) => found(invariants, statement, ...more)
    const again = (statement: string) => found(createInvariants(), statement)
    expect(await broken(`update accounts set balance = balance + 1 where user_id = '${userId}'`)).toMatch('ledger: ')
    expect(await broken(`update transfers set at = at + 1`)).toMatch('append-only: transfer')
    expect(await broken(`update microtrades set payout = payout + 1 where id = '${won.id}'`)).toMatch(
      /payout: .*ended: /s,
    )
    expect(await again(`update microtrades set state = 'lost', payout = 0 where id = '${won.id}'`)).toMatch(
      /money: .*by the record: .*events: /s,
    )
    expect(await broken(`update microtrades set seconds = 60 where id = '${won.id}'`)).toMatch('frozen terms: ')
    expect(await broken(`update microtrades set due_ms = due_ms + 1 where id = '${open.id}'`)).toMatch('due: ')
    expect(await again(`update microtrades set settled_ms = accepted_ms where id = '${won.id}'`)).toMatch(
      'timestamps: ',
    )
    expect(await broken(`update record set complete_ms = complete_ms - 5000`)).toMatch('record: complete up to')
    expect(await broken(`delete from ticks where seq > 10`)).toMatch('record: BTCUSDT ends at 10')
    expect(await again(`update ticks set price = price + 1 where seq = 7`)).toMatch('chain: tick BTCUSDT 7')
    expect(await again(`delete from ticks where seq = 7`)).toMatch('chain: tick BTCUSDT 8')
    expect(await again(`update ticks set price = 4300000 where price > 4300000`)).toMatch(
      /by the record: .*stored tick: /s,
    )
    expect(await broken(`update requests set answer = null`)).toMatch(/requests: .* not answered.*has 0 answers/s)
    expect(await broken(`delete from events where seq = 2`)).toMatch('have a gap')
    const last = `(select max(seq) from events)`
    expect(await broken(`delete from events where seq >= ${last}`, `update users set event_seq = ${last}`)).toMatch(
      `told as accepted`,
    )
    expect(
      await broken(
        `delete from requests where answer like '%${open.id}%'`,
        `delete from entries where transfer_id in (select id from transfers where cause_id = '${open.id}')`,
        `delete from transfers where cause_id = '${open.id}'`,
        `delete from microtrades where id = '${open.id}'`,
      ),
    ).toMatch(/ledger: .*append-only: /s)
    expect(await broken(`update events set body = replace(body, '"frozen":"1', '"frozen":"2')`)).toMatch('wallet: ')
    expect(await found(invariants)).toBe('')
  })
})
