import { expect, it } from 'vitest'
import { certificate, list } from '../../../src/api/money/records.ts'
import * as api from '../../../src/api/money/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { costOf, leaver, operate, requestId, withdrawal } from '../withdrawal/support.ts'

describeServer.onSqlite('records/certificate', (server) => {
  it('certifies a confirmed withdrawal from its ledger entries', async () => {
    const { token, addressId } = await leaver(server)
    const other = await server.ok(api.out, withdrawal(addressId, { amount: '50' }), token)
    await server.ok(api.cancel, { id: other.id, requestId: requestId() }, token)
    const { id } = await server.ok(api.out, withdrawal(addressId, { amount: '100' }), token)
    const asked = { cause: 'withdrawal', id }
    expect(await server.call(certificate, asked, token)).toMatchObject({ key: 'dataNotFound' })
    for (const step of ['approve', 'send', 'confirm']) await operate(server, `withdrawal ${step}`, id, 'looked at')
    const { movements, ...rest } = await server.ok(certificate, asked, token)
    expect(rest).toMatchObject({
      cause: 'withdrawal',
      order: { id, state: 'confirmed', amount: '100.000000', ...costOf('100') },
    })
    const records = (await server.ok(list, { cause: 'withdrawal' }, token)).filter((one) => one.causeId === id)
    expect(movements).toEqual(records.map(({ balance: _, note: __, person: ___, ...movement }) => movement))
    expect(movements.map(({ step, amount }) => [step, amount])).toEqual([
      ['consumeHold', '-100.000000'],
      ['holdAmount', '0.000000'],
    ])
    const stranger = await server.person()
    expect(await server.call(certificate, asked, stranger.token)).toMatchObject({ key: 'dataNotFound' })
    expect(await server.call(certificate, { ...asked, cause: 'microtrade' }, token)).toMatchObject({
      key: 'dataNotFound',
    })
    expect(await server.call(certificate, { ...asked, cause: '../' }, token)).toMatchObject({ key: 'parameterError' })
    expect(await server.call(certificate, asked)).toMatchObject({ type: 999, http: 401 })
  })
})
