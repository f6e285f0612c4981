import { expect, it } from 'vitest'
import { messages } from '../../../src/api/account/user.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/money/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { leaver, operate, withdrawal } from './support.ts'

describeServer.onSqlite('a withdrawal decided by an operator', (server) => {
  it.each([
    ['withdrawalRefused', ['refuse']],
    ['withdrawalBounced', ['approve', 'send', 'bounce']],
  ])('is told as %s, with the reason, once all of it is available again', async (key, acts) => {
    const { token, addressId } = await leaver(server)
    const { id } = await server.ok(api.out, withdrawal(addressId), token)
    for (const act of acts) await operate(server, `withdrawal ${act}`, id, 'The network is closed')
    const [told] = (await server.ok(messages, {}, token)).messages
    const params = { amount: '1000.00', currency: 'USDT', reason: 'The network is closed' }
    expect(told).toMatchObject({ kind: 'funding', key, params })
    expect((await server.ok(getInfo, { currency: 'USDT' }, token)).available).toBe('10000.000000')
    expect(await server.ledger()).toEqual([])
  })
})
