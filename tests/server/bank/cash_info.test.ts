import { expect, it } from 'vitest'
import { cashInfo, cashSave } from '../../../src/api/account/bank.ts'
import { describeServer } from '../harness.ts'
import { PASSWORD, registered } from '../security/support.ts'
import { americanCard } from './card.ts'

describeServer.onSqlite('user/cash_info', (server) => {
  it('returns nothing before a card is saved, and needs a token', async () => {
    const token = await registered(server, 'ada')
    expect(await server.ok(cashInfo, {}, token)).toEqual({ card: null, authenticator: false })
    expect(await server.call(cashInfo)).toMatchObject({ http: 401, type: 999 })
  })

  it('returns the user’s own card, with masked numbers', async () => {
    const [owner, other] = [await registered(server, 'owner'), await registered(server, 'other')]
    await server.ok(cashSave, { ...americanCard, proof: { password: PASSWORD } }, owner)
    const answer = await server.ok(cashInfo, {}, owner)
    expect(answer.card).toEqual({
      ...americanCard,
      phone: '+12133734253',
      routingNumber: '••••0021',
      cardNumber: '••••6789',
      updatedAt: server.clock.now() / 1000,
    })
    expect(await server.ok(cashInfo, {}, other)).toMatchObject({ card: null })
  })
})
