import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { checkLeverReceipt } from '../../../src/machines/receipts/lever.ts'
import { findContract, termsEver } from '../../../src/rules/lever/terms.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { changing } from '../kit/changing.ts'
import { hold } from '../microtrade/support.ts'
import { ask, byId, cents, closedAt, contract, opened, position, usdt } from './support.ts'

const HOUR_MS = 3_600_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** No shipped contract has funding: in these tests, longs of BTC pay shorts each hour. */
const BTC = findContract('BTCUSDT') ?? expect.fail('no contract')

describeServer.onSqlite('the funding of a contract that has it', (server) => {
  const change = changing(BTC)
  const fundedBy = (ppm: number) => change({ funding: { hours: 1, ppm }, former: termsEver(structuredClone(BTC)) })
  let token: string
  beforeEach(async () => {
    fundedBy(1_000)
    token = (await server.person()).token
  })

  const now = (id: string) => byId(server, token, id)
  /** Advances to just before the next payment, and past it. */
  const toNext = ({ clock }: TestServer) => clock.jump(HOUR_MS - (clock.now() % HOUR_MS) - 1_000)
  const over = async () => {
    toNext(server)
    await hold(server, '40000.00', 4)
  }
  /** The funding account's balance from these contracts. */
  const paidBy = async (...ids: string[]) => {
    const rows = await server.platform.db
      .selectFrom('entries')
      .innerJoin('transfers', 'transfers.id', 'entries.transfer_id')
      .select('amount')
      .where('transfers.cause_id', 'in', ids)
      .where('account_id', '=', 'platform:funding:USDT')
      .execute()
    return rows.map(({ amount }) => amount)
  }

  it('moves once per payment from longs’ to shorts’ margin, and shifts their liquidation prices', async () => {
    const long = await opened(server, token)
    expect(long).toMatchObject({ funding: '0.000000', fundingTerms: { hours: 1, ppm: 1_000 } })
    expect(long.nextFundingAt).toBe(Math.ceil(server.clock.now() / HOUR_MS) * HOUR_MS)
    expect((await server.ok(api.preview, contract({ requestId: undefined }), token)).summary).toMatchObject({
      funding: '-4.000000',
    })
    const short = await opened(server, token, { direction: 'short' })
    // The agreed rate stays in force.
    fundedBy(9_000)
    await over()
    // 4 of 0.1 BTC: 40 nearer to the one, and further from the other.
    const [before, other] = [position(), position({ direction: 'short' })]
    expect(await now(long.id)).toMatchObject({
      funding: '-4.000000',
      margin: '196.000000',
      liquidationPrice: cents(before.liquidation + 4_000n),
    })
    expect(await now(short.id)).toMatchObject({
      funding: '4.000000',
      margin: '204.000000',
      liquidationPrice: cents(other.liquidation + 4_000n),
    })
    expect((await paidBy(long.id, short.id)).sort()).toEqual([-4_000_000n, 4_000_000n])
    await ask(server, token, api.close, { id: long.id, quantity: '0.05' })
    await hold(server, '40000.00', 2)
    await over()
    expect(await now(long.id)).toMatchObject({ funding: '-6.000000', margin: '96.000000' })
    // A close that waits over a payment makes it first.
    toNext(server)
    await ask(server, token, api.close, { id: long.id })
    await server.clock.advance(3_000)
    await hold(server, '40000.00', 3)
    await ask(server, token, api.close, { id: short.id })
    await hold(server, '40000.00', 2)
    const [paid, { fee }] = [usdt(before.paid), closedAt(before, '40000.00')]
    const back = (funding: bigint) => usdt(before.margin + funding - fee)
    const ended = await now(long.id)
    expect(ended).toMatchObject({ state: 'lost', funding: '-8.000000', returned: back(-8_000_000n), paid })
    expect(await now(short.id)).toMatchObject({
      funding: '12.000000',
      returned: back(12_000_000n),
      paid,
      state: 'won',
    })
    for (const { id } of [long, short]) {
      const receipt = await server.ok(api.receipt, { id }, token)
      expect(checkLeverReceipt(receipt, null, sha256)).toBe('verified')
      // Twice the agreed rate.
      const more = { ...receipt, order: { ...receipt.order, fundingTerms: { hours: 1, ppm: 500 } } }
      expect(checkLeverReceipt(more, null, sha256)).toBe('wrongPayout')
    }
    expect(await server.ledger()).toEqual([])
    expect(await createInvariants().check(server.platform.db)).toEqual([])
  })

  it('may leave at most the maintenance margin: the next tick liquidates, and the loss is at most the margin', async () => {
    fundedBy(15_000)
    const { id } = await opened(server, token, { leverage: 50 })
    const doomed = await opened(server, token, { leverage: 50, quantity: '0.2' })
    await over()
    const left = { ...position({ leverage: 50 }), margin: 20_000_000n }
    const returned = usdt(closedAt(left, '40000.00', 'liquidation').payout)
    expect(await now(id)).toMatchObject({ state: 'liquidated', funding: '-60.000000', returned })
    expect(await now(doomed.id)).toMatchObject({ state: 'liquidated', funding: '-120.000000' })
    fundedBy(30_000)
    const gone = await opened(server, token, { leverage: 50 })
    await over()
    const paid = usdt(position({ leverage: 50 }).paid)
    expect(await now(gone.id)).toMatchObject({ state: 'liquidated', funding: '-79.999999', paid })
    expect(await server.ledger()).toEqual([])
    expect(await createInvariants().check(server.platform.db)).toEqual([])
  })
})
