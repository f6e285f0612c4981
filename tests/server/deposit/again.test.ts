import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { messages } from '../../../src/api/account/user.ts'
import { again, terms } from '../../../src/api/money/deposit.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { depositLimits, LOST_BELOW } from '../../../src/rules/deposit/deposit.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { requestId } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { announce } from './support.ts'

const saboteur = createSaboteur()
const PAPER = 10_000_000_000n
/** Who has this, in minor units of USDT, has not lost everything. */
const enough = parseMoney(LOST_BELOW, 6) ?? 0n

/** Takes an amount from a user, in minor units, as a losing trade does. */
async function lose(server: TestServer, token: string, amount: bigint, kind: 'available' | 'held' = 'available') {
  const { id } = await server.platform.db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('users.id')
    .orderBy('sessions.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .executeTakeFirstOrThrow()
  expect(token).not.toBe('')
  const to = kind === 'held' ? ({ user: id, kind } as const) : { platform: 'options' }
  await commit(server.platform, (unit) =>
    post(unit, {
      cause: 'test',
      causeId: requestId(),
      step: 'lose',
      currency: 'USDT',
      lines: [
        { account: { user: id, kind: 'available' }, amount: -amount },
        { account: to, amount },
      ],
    }),
  )
}

/** Stores a withdrawal of so many minor units of USDT as sent. Returns its id. */
async function takeOut({ platform, clock }: TestServer, userId: string, amount: bigint): Promise<string> {
  const now = BigInt(clock.now())
  const row = {
    id: requestId(),
    user_id: userId,
    currency: 'USDT',
    amount,
    fee: 50_000n,
    fee_bps: 10n,
    min_usdt: 30n,
    network: 'evm',
    address: '0x',
    label: 'mine',
    price_seq: null,
    state: 'confirmed' as const,
    version: 4n,
    accepted_ms: now,
    due_ms: null,
    pace_ms: 1n,
    approved_ms: now,
    sent_ms: now,
    settled_ms: now,
    reason: null,
  }
  await platform.db.insertInto('withdrawals').values(row).execute()
  return row.id
}

const ask = (server: TestServer, token: string, amount = '10000') =>
  server.call(again, { requestId: requestId(), amount }, token)

describeServer(
  'deposit/again as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: again,
      input: async (_, token) => {
        await lose(server, token, PAPER)
        return { amount: '10000' }
      },
      other: { amount: '9999' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('deposit/again', (server) => {
  it('gives a new user’s balance after losing everything, within the daily limit', async () => {
    const { token } = await server.person()
    await lose(server, token, PAPER - enough + 1n)
    expect(await server.ok(terms, {}, token)).toMatchObject({ again: '10000.000000' })
    expect(await ask(server, token, '10000.01')).toMatchObject({ key: 'parameterError', params: { field: 'amount' } })
    const { message } = (await ask(server, token)) as { message: unknown }
    expect(message).toMatchObject({ way: 'again', state: 'succeeded', status: 1, arrived: '10000.000000' })
    expect(await server.ok(getInfo, {}, token)).toMatchObject({ available: formatMoney(PAPER + enough - 1n, 6) })
    await lose(server, token, PAPER + enough - 1n)
    await announce(server, token, { amount: depositLimits.crypto.min })
    expect(await ask(server, token)).toMatchObject({ key: 'notAllLost' })
  })

  it('counts withdrawals since the last restart only, and sends no notice', async () => {
    const { token, userId } = await server.person()
    // Two of them together would be enough for an option.
    const most = (enough * 6n) / 10n
    for (const [amount, answer] of [
      [most, { type: 'ok' }],
      [most, { type: 'ok' }],
      [most, { type: 'ok' }],
      [enough, { key: 'notAllLost' }],
    ] as const) {
      await lose(server, token, PAPER)
      server.clock.jump(25 * 3_600_000)
      await takeOut(server, userId, amount)
      expect(await ask(server, token)).toMatchObject(answer)
    }
    expect((await server.ok(messages, {}, token)).messages).toEqual([])
  })

  it('gives nothing to a user who can afford the smallest option, including held money', async () => {
    const { token } = await server.person()
    await lose(server, token, PAPER - enough)
    expect(await ask(server, token)).toMatchObject({ http: 409, key: 'notAllLost' })
    expect(await server.ok(terms, {}, token)).toMatchObject({ again: null })
    const away = await server.person()
    await lose(server, away.token, PAPER)
    const id = await takeOut(server, away.userId, 50_000_000n)
    expect(await ask(server, away.token)).toMatchObject({ key: 'notAllLost' })
    await server.platform.db.updateTable('withdrawals').set({ state: 'bounced' }).where('id', '=', id).execute()
    expect(await ask(server, away.token)).toMatchObject({ type: 'ok' })
    const holding = await server.person()
    await lose(server, holding.token, 9_000_000_000n, 'held')
    await lose(server, holding.token, 1_000_000_000n)
    expect(await ask(server, holding.token)).toMatchObject({ key: 'notAllLost' })
  })
})
