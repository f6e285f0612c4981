import { beforeAll, expect, it } from 'vitest'
import { out } from '../../../src/api/money/withdrawal.ts'
import { WITHDRAWAL_MIN_USDT } from '../../../src/rules/withdrawal/withdrawal.ts'
import { announce, SECRET, say, wordOf } from '../deposit/support.ts'
import { describeServer } from '../harness.ts'
import { execute, prices, quote } from '../swap/support.ts'
import { leaver, withdrawal } from '../withdrawal/support.ts'
import { damagedBy } from './damage.ts'

describeServer(
  'the ledger check of deposits, withdrawals and swaps',
  (server) => {
    let user: string
    const ids = { deposit: '', withdrawal: '', swap: '' }
    beforeAll(async () => {
      const { token, userId, addressId } = await leaver(server)
      user = userId
      await prices(server)
      const swap = await quote(server, token, { to: 'ETH' })
      await execute(server, token, swap.id)
      const input = withdrawal(addressId, { currency: 'ETH', amount: '0.1' })
      const leaves = await server.ok(out, input, token)
      // A deposit requires turnover before a withdrawal.
      const deposit = await announce(server, token)
      await say(server, wordOf(deposit))
      Object.assign(ids, { deposit: deposit.id, swap: swap.id, withdrawal: leaves.id })
    })

    const damaged = (...statements: string[]) => damagedBy(server, statements)
    /** A copy of a row, with another id and the given changes. */
    const copy = (table: string, row: string, change: Record<string, string>) => {
      const changes = Object.entries(change).map(([column, value]) => `update ${table} set ${column} = ${value}`)
      return [
        `create temporary table again as select * from ${table} where id = '${row}'`,
        ...changes.map((text) => text.replace(table, 'again')),
        `insert into ${table} select * from again`,
        'drop table again',
      ]
    }
    const trailOf = (kind: keyof typeof ids, id: string = ids[kind]) =>
      `the money of ${kind} ${id} is not where its row says`
    const ofWithdrawal = (text: string) => `withdrawal ${ids.withdrawal} ${text}`

    it('finds a deposit credited twice, to another user, or with a wrong amount', async () => {
      const twice = [
        `insert into transfers select 'twice', cause, cause_id, 'again', at from transfers where cause_id = '${ids.deposit}'`,
        `insert into entries select 'twice', account_id, currency, entries.amount, entries.cause, entries.at from entries
          inner join transfers on transfers.id = transfer_id where cause_id = '${ids.deposit}' and transfer_id <> 'twice'`,
        `update accounts set balance = balance + 500000000, version = version + 1 where id = '${user}:USDT:available'`,
      ]
      expect(await damaged(...twice)).toEqual([
        trailOf('deposit'),
        `the sums kept of user ${user} do not equal their entries`,
      ])
      expect(await damaged(`update deposits set arrived = 1 where id = '${ids.deposit}'`)).toEqual([trailOf('deposit')])
    })

    it('finds a deposit with a duplicate or missing reference, or without confirmation', async () => {
      const again = copy('deposits', ids.deposit, { id: `'again'` })
      expect(await damaged('drop index deposits_by_reference', ...again)).toEqual([
        `reference ref-${ids.deposit} is of more than one deposit`,
        trailOf('deposit', 'again'),
      ])
      expect(await damaged('update deposits set reference = null')).toEqual([
        `deposit ${ids.deposit} was credited without a reference`,
      ])
      expect(await damaged(`update provider_calls set outcome = 'failed'`)).toEqual([
        `no provider confirmed the deposit of reference ref-${ids.deposit}`,
      ])
    })

    it('finds two withdrawals of a user under review', async () => {
      const again = copy('withdrawals', ids.withdrawal, { id: `'again'`, amount: '100000', fee: '100' })
      expect(await damaged('drop index withdrawals_under_review', ...again)).toContain(
        `user ${user} has more than one withdrawal under review`,
      )
    })

    it('finds a withdrawal with a wrong fee or below the minimum, by the recorded price', async () => {
      expect(await damaged('update withdrawals set fee = fee + 1')).toEqual([
        ofWithdrawal('takes another fee than its terms say'),
      ])
      const less = ofWithdrawal('is of less than the least of its terms, by the price that it was judged by')
      // 0.1 have the minimum value at ten times it, and less at a hundredth below.
      const price = WITHDRAWAL_MIN_USDT * 1_000n
      expect(await damaged(`update ticks set price = ${price}`)).not.toContain(less)
      expect(await damaged(`update ticks set price = ${price - 1n}`)).toContain(less)
      expect(await damaged('update withdrawals set price_seq = null')).toEqual([less])
    })

    it('finds a pending withdrawal without a hold, or a rejected one with a hold', async () => {
      const refused = `update withdrawals set state = 'refused', settled_ms = accepted_ms, due_ms = null`
      expect(await damaged(refused)).toEqual([
        `account ${user}:ETH:held does not equal the holds of its live orders`,
        trailOf('withdrawal'),
      ])
      expect(await damaged('update withdrawals set amount = amount + 1000, fee = fee + 1')).toContain(
        trailOf('withdrawal'),
      )
    })

    it('finds a withdrawal of an unverified user, or of one with an open trade', async () => {
      const unknown = ofWithdrawal('is of someone who was not known by name')
      expect(await damaged(`update kyc set state = 'refused'`)).toEqual([unknown])
      expect(await damaged('update kyc set decided_at = decided_at + 60')).toEqual([unknown])
      const open = (
        accepted: string,
        settled: string,
      ) => `insert into microtrades (id, user_id, symbol, kind, direction,
        currency, amount, seconds, payout_bps, state, accepted_ms, due_ms, settled_ms) select 'trade', user_id, 'BTCUSDT', 'crypto',
        'rise', 'USDT', 5, 30, 8500, 'won', accepted_ms ${accepted}, null, accepted_ms ${settled} from withdrawals`
      const ran = ofWithdrawal('was taken while a microtrade order ran')
      expect(await damaged(open('- 60000', '+ 60000'))).toContain(ran)
      expect(await damaged(open('- 60000', '- 1'))).not.toContain(ran)
      expect(await damaged(open('+ 1', '+ 60000'))).not.toContain(ran)
    })

    it('finds a swap with a missing leg, and one that moved money without execution', async () => {
      expect(await damaged('update swaps set receive = receive + 1')).toEqual([trailOf('swap')])
      expect(await damaged(`update swaps set state = 'expired'`)).toEqual([trailOf('swap')])
    })
  },
  { env: { PROVIDER_SECRET: SECRET, CONFIRMATION_SECONDS: '3600', REVIEW_SECONDS: '3600' } },
)
