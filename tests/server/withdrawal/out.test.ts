import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { google } from '../../../src/api/account/safe.ts'
import { info } from '../../../src/api/account/user.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/money/withdrawal.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { leastWithdrawal, WITHDRAWAL_MIN_USDT } from '../../../src/rules/withdrawal/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { asText } from '../kit/judge.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { PASSWORD, registered } from '../security/support.ts'
import { address, costOf, LEAST, leaver, madeReady, mayLeave, PAY_PASSWORD, requestId, withdrawal } from './support.ts'

const saboteur = createSaboteur()
const usdt = (minor: bigint) => formatMoney(minor, 6)
const btc = (minor: bigint) => formatMoney(minor, 8)

describeServer(
  'wallet/out as a call that moves money',
  (server) => {
    const ready = madeReady(server)
    testMoneyCall(server, saboteur, {
      call: api.out,
      input: async (_, token, change = {}) => withdrawal(await ready(token), change),
      other: { amount: '1001' },
      // There is money for three, and one may wait for its review.
      most: { change: { amount: '3000' }, count: 1, refusal: 'withdrawalPending' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('wallet/out', (server) => {
  const keyOf = async (token: string, input: Record<string, unknown>) => {
    const answer = await server.call(api.out, input, token)
    return answer.type === 'ok' ? 'ok' : answer.key
  }

  it('accepts from the minimum up to the available amount, and returns the error of an amount', async () => {
    const { token, addressId, userId } = await leaver(server)
    const amount = (text: string) => keyOf(token, withdrawal(addressId, { amount: text }))
    expect(await amount(usdt(WITHDRAWAL_MIN_USDT * 1_000_000n - 1n))).toBe('belowMinimum')
    expect(await amount(`-${LEAST}`)).toBe('negativeAmount')
    expect(await amount('-0')).toBe('parameterError')
    expect(await amount(`${LEAST}.0000001`)).toBe('parameterError')
    expect(await amount('10000.000001')).toBe('exceedsHeld')
    await price(server, '43000.00')
    await commit(server.platform, (unit) =>
      post(unit, {
        cause: 'test',
        causeId: userId,
        step: 'hold',
        currency: 'USDT',
        lines: [
          { account: { user: userId, kind: 'available' }, amount: -5_000_000_000n },
          { account: { user: userId, kind: 'held' }, amount: 5_000_000_000n },
        ],
      }),
    )
    expect(await amount('5000.000001')).toBe('insufficientAccountBalance')
    expect(await keyOf(token, withdrawal(addressId, { currency: 'XYZ' }))).toBe('wrongCurrency')
    await commit(server.platform, (unit) =>
      post(unit, {
        cause: 'test',
        causeId: userId,
        step: 'release',
        currency: 'USDT',
        lines: [
          { account: { user: userId, kind: 'held' }, amount: -5_000_000_000n },
          { account: { user: userId, kind: 'available' }, amount: 5_000_000_000n },
        ],
      }),
    )
    expect(await keyOf(token, withdrawal(addressId, { currency: 'XYZ' }))).toBe('wrongCurrency')
    const most = await server.ok(api.out, withdrawal(addressId, { amount: '10000' }), token)
    expect(most).toMatchObject(costOf('10000'))
    expect(await server.ok(getInfo, {}, token)).toMatchObject({ available: '0.000000', frozen: '10000.000000' })
    await server.ok(api.cancel, { id: most.id, requestId: requestId() }, token)
    const least = await server.ok(api.out, withdrawal(addressId, { amount: LEAST }), token)
    expect(least).toMatchObject(costOf(LEAST))
  })

  it('requires the equivalent of the minimum in another coin at the recorded price, and refuses without one', async () => {
    const { token, userId } = await leaver(server)
    const addressId = await address(server, token, {
      network: 'bitcoin',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    })
    await commit(server.platform, (unit) =>
      post(unit, {
        cause: 'test',
        causeId: userId,
        step: 'grant',
        currency: 'BTC',
        lines: [
          { account: { platform: 'issuance' }, amount: -100_000_000n },
          { account: { user: userId, kind: 'available' }, amount: 100_000_000n },
        ],
      }),
    )
    const bitcoin = (amount: string) => withdrawal(addressId, { currency: 'BTC', amount })
    await server.clock.pass(16 * 60_000)
    expect(await keyOf(token, bitcoin('0.5'))).toBe('tradingClosed')
    await price(server, '43182.50')
    const { currencies } = await server.ok(api.conditions, {}, token)
    const least = leastWithdrawal('BTC', 4_318_250n)
    const min = btc(least)
    expect(currencies.find(({ currency }) => currency === 'BTC')).toMatchObject({ min })
    expect(await keyOf(token, bitcoin(btc(least - 1n)))).toBe('belowMinimum')
    expect(await keyOf(token, withdrawal(addressId))).toBe('wrongNetwork')
    const taken = await server.ok(api.out, bitcoin(min), token)
    expect(taken).toMatchObject({ network: 'bitcoin', ...costOf(min, 'BTC') })
    expect(await server.ledger()).toEqual([])
  })

  it('accepts the offered amount after a price fall, and reduces a full withdrawal to the available amount', async () => {
    const { token, userId } = await leaver(server)
    const addressId = await address(server, token, {
      network: 'bitcoin',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    })
    const give = (step: string, amount: bigint) =>
      commit(server.platform, (unit) =>
        post(unit, {
          cause: 'test',
          causeId: userId,
          step,
          currency: 'BTC',
          lines: [
            { account: { platform: 'issuance' }, amount: -amount },
            { account: { user: userId, kind: 'available' }, amount },
          ],
        }),
      )
    const [offered, least] = [4_318_250n, 4_000_000n].map((price) => leastWithdrawal('BTC', price)) as [bigint, bigint]
    await give('some', offered)
    await price(server, '43182.50')
    const take = (amount: string, upTo = true) => withdrawal(addressId, { currency: 'BTC', amount, upTo })
    await price(server, '40000.00')
    const { currencies } = await server.ok(api.conditions, {}, token)
    expect(currencies.find(({ currency }) => currency === 'BTC')).toMatchObject({ min: btc(least) })
    const { id } = await server.ok(api.out, take(btc(offered)), token)
    expect(await server.ledger()).toEqual([])
    await server.ok(api.cancel, { id, requestId: requestId() }, token)
    await server.clock.pass(15 * 60_000)
    await price(server, '40000.00')
    expect(await keyOf(token, take(btc(offered)))).toBe('belowMinimum')

    const all = least + 5_000n
    await give('more', all - offered)
    expect(await keyOf(token, take(btc(all + 1n), false))).toBe('exceedsHeld')
    expect(await server.ok(api.out, take(btc(all + 1n)), token)).toMatchObject({ amount: btc(all) })
    expect(await server.ledger()).toEqual([])
  })

  it('is limited to one under review by the database, too', async () => {
    const { token, addressId } = await leaver(server)
    const { id } = await server.ok(api.out, withdrawal(addressId), token)
    const { db, ids } = server.platform
    const row = await db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const second = db.insertInto('withdrawals').values({ ...row, id: ids() })
    await expect(second.execute()).rejects.toThrow(/unique/i)
  })

  it('goes only to an address in the user’s own book, after its waiting time', async () => {
    const { token } = await leaver(server)
    const stranger = await leaver(server)
    expect(await keyOf(token, withdrawal(stranger.addressId))).toBe('noWithdrawalAddress')
  })

  it('requires the transaction password, and an authenticator code, used up only on success', async () => {
    const token = await registered(server, 'careful')
    const { id: userId } = await server.ok(info, {}, token)
    await mayLeave(server, userId)
    const addressId = await address(server, token)
    expect(await keyOf(token, withdrawal(addressId, { payPassword: 'Money Leaves 2' }))).toBe('wrongPayPassword')
    const { offer } = await server.ok(google, { action: 'offer', proof: { password: PASSWORD } }, token)
    const totp = new TOTP({ secret: Secret.fromBase32(offer?.secret ?? ''), digits: 6, period: 30 })
    const code = () => totp.generate({ timestamp: server.clock.now() })
    await server.ok(google, { action: 'bind', code: code() }, token)
    expect((await server.ok(api.conditions, {}, token)).authenticator).toBe(true)
    expect(await keyOf(token, withdrawal(addressId))).toBe('authenticatorCodeRequired')
    await server.clock.advance(60_000)
    expect(await keyOf(token, withdrawal(addressId, { code: '000000' }))).toBe('wrongAuthenticatorCode')
    const good = code()
    expect(await keyOf(token, withdrawal(addressId, { code: good, amount: '20000' }))).toBe('exceedsHeld')
    const sent = withdrawal(addressId, { code: good })
    const first = await server.ok(api.out, sent, token)
    expect(await server.ok(api.out, sent, token)).toEqual(first)
    // The hash excludes the proof: the same request may be repeated with another code, or a wrong one.
    expect(await server.ok(api.out, { ...sent, code: '111111', payPassword: 'Money Leaves 3' }, token)).toEqual(first)
    await server.ok(api.cancel, { id: first.id, requestId: requestId() }, token)
    expect(await keyOf(token, withdrawal(addressId, { code: good }))).toBe('wrongAuthenticatorCode')
  })

  it('waits while the account is locked, and reports its end in a message', async () => {
    const { token, userId, addressId } = await leaver(server)
    const { id } = await server.ok(api.out, withdrawal(addressId), token)
    const lock = (status: 'locked' | 'active') =>
      server.platform.db.updateTable('users').set({ status }).where('id', '=', userId).execute()
    await lock('locked')
    await hold(server, '43000.00', 40)
    const state = async () => (await server.ok(api.log, {}, token)).find((each) => each.id === id)?.state
    expect(await state()).toBe('underReview')
    expect(await server.call(api.cancel, { id, requestId: requestId() }, token)).toMatchObject({
      key: 'accountLocked',
    })
    await lock('active')
    await hold(server, '43000.00', 3)
    expect(await state()).not.toBe('underReview')
    expect(await server.call(api.cancel, { id, requestId: requestId() }, token)).toMatchObject({
      key: 'orderNotCancellable',
    })
    await hold(server, '43000.00', 25)
    expect(await state()).toBe('confirmed')
    const messages = await server.platform.db
      .selectFrom('user_messages')
      .select(['key', 'params'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    expect(messages.map(({ key }) => key)).toEqual(['withdrawalAddressAdded', 'withdrawalArrived'])
    expect(JSON.parse(messages[1]?.params ?? '')).toEqual({
      amount: Number(costOf('1000').receives).toFixed(2),
      currency: 'USDT',
    })
  })

  it('stores no trace of the transaction password', async () => {
    const { token, addressId } = await leaver(server)
    await server.ok(api.out, withdrawal(addressId), token)
    const kept = await server.platform.db.selectFrom('requests').selectAll().execute()
    expect(asText(kept)).not.toContain(PAY_PASSWORD)
  })
})
