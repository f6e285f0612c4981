import { expect, it } from 'vitest'
import { logout } from '../../../src/api/account/user.ts'
import { getInfo, list } from '../../../src/api/money/wallet.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { order, price } from '../microtrade/support.ts'

const coins = 'BTC ETH SOL XRP DOGE BNB ADA AVAX LINK DOT LTC TRX BCH UNI ATOM FIL ARB NEAR'.split(' ')

describeServer.onSqlite('wallet/list', (server) => {
  it('lists one wallet per currency, the paper balance in the first', async () => {
    const { token } = await server.person()
    const none = { balance: '0.00000000', available: '0.00000000', frozen: '0.00000000', version: 0 }
    expect(await server.ok(list, {}, token)).toEqual([
      { currency: 'USDT', balance: '10000.000000', available: '10000.000000', frozen: '0.000000', version: 1 },
      ...coins.map((currency) => ({ currency, ...none })),
    ])
  })

  it('shows what a live order holds, in a newer version, equal to the single wallet', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    await server.ok(submit, order({ amount: '250' }), token)
    const [usdt, ...others] = await server.ok(list, {}, token)
    expect(usdt).toMatchObject({ balance: '10000.000000', available: '9750.000000', frozen: '250.000000' })
    expect(usdt?.version).toBeGreaterThan(1)
    expect(new Set(others.map(({ version }) => version))).toEqual(new Set([0]))
    expect(usdt).toEqual(await server.ok(getInfo, { currency: 'USDT' }, token))
  })

  it('shows only the user’s own, whatever user is named', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '43000.00')
    await server.ok(submit, order(), theirs.token)
    const asked = { userId: theirs.userId, user_id: theirs.userId }
    expect((await server.ok(list, asked, mine.token))[0]).toMatchObject({ available: '10000.000000', version: 1 })
  })

  it('refuses a session that ended, and a frozen account', async () => {
    const { token, userId } = await server.person()
    await server.platform.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', userId).execute()
    expect(await server.call(list, {}, token)).toMatchObject({ http: 403, key: 'accountFrozen' })
    await server.platform.db.updateTable('users').set({ status: 'active' }).where('id', '=', userId).execute()
    await server.ok(logout, {}, token)
    expect(await server.call(list, {}, token)).toMatchObject({ http: 401, key: 'signInRequired' })
  })

  it('refuses without a token', async () => {
    expect(await server.call(list)).toMatchObject({ type: 999, http: 401 })
  })
})
