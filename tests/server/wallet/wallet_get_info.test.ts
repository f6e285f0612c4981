import { expect, it } from 'vitest'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { order, price } from '../microtrade/support.ts'

describeServer.onSqlite('wallet/get_info', (server) => {
  it('returns one wallet, USDT by default, with a higher version after a change', async () => {
    const { token } = await server.person()
    const before = await server.ok(getInfo, {}, token)
    expect(before).toMatchObject({ currency: 'USDT', available: '10000.000000' })
    await price(server, '43000.00')
    await server.ok(submit, order(), token)
    const after = await server.ok(getInfo, { currency: 'USDT' }, token)
    expect(after).toMatchObject({ balance: '10000.000000', available: '9900.000000', frozen: '100.000000' })
    expect(after.version).toBeGreaterThan(before.version)
  })

  it('shows only the user’s own', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '43000.00')
    await server.ok(submit, order(), mine.token)
    expect(await server.ok(getInfo, { userId: mine.userId }, theirs.token)).toMatchObject({ frozen: '0.000000' })
  })

  it('refuses an unknown currency, and invalid input', async () => {
    const { token } = await server.person()
    expect(await server.call(getInfo, { currency: 'XYZ' }, token)).toMatchObject({ key: 'wrongCurrency' })
    expect(await server.call(getInfo, { currency: '../' }, token)).toMatchObject({ key: 'parameterError' })
  })

  it('refuses without a token', async () => {
    expect(await server.call(getInfo)).toMatchObject({ type: 999, http: 401 })
  })
})
