import { expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { cashInfo, cashSave } from '../../../src/api/account/bank.ts'
import { info } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { bound, outcome, PASSWORD, registered, shown, signed, signedIn, walletOf } from '../security/support.ts'
import { americanCard, bankCard } from './card.ts'

const proof = { password: PASSWORD }
const card = { ...bankCard, proof }
const american = { ...americanCard, proof }

describeServer.onSqlite('user/cash_save', (server) => {
  const save = (input: Record<string, unknown>, token?: string) => server.call(cashSave, input, token)
  const saved = async (token: string) => (await server.ok(cashInfo, {}, token)).card

  it('saves a card after re-authentication, and notifies the user', async () => {
    const token = await registered(server, 'ada')
    const { id } = await server.ok(info, {}, token)
    expect(outcome(await save({ ...card, proof: undefined }, token))).toBe('missingParameters')
    expect(outcome(await save({ ...card, proof: {} }, token))).toBe('missingParameters')
    expect(outcome(await save({ ...card, proof: { password: 'not this one' } }, token))).toBe('wrongPassword')
    expect(await saved(token)).toBeNull()
    const answer = await server.ok(cashSave, card, token)
    expect(answer).toMatchObject({
      card: { swiftCode: 'DEUTDEFF', cardNumber: '••••5432', routingNumber: '', phone: '+447911123456' },
    })
    expect(await saved(token)).toEqual(answer.card)
    const told = () =>
      server.platform.db
        .selectFrom('user_messages')
        .select(['key', 'params'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute()
    expect(await told()).toEqual([{ key: 'bankCardAdded', params: '{}' }])
    await server.ok(cashSave, american, token)
    expect(await told()).toEqual([
      { key: 'bankCardAdded', params: '{}' },
      { key: 'bankCardChanged', params: '{}' },
    ])
  })

  it('stores it encrypted', async () => {
    const token = await registered(server, 'sealed')
    const { id } = await server.ok(info, {}, token)
    await server.ok(cashSave, card, token)
    const row = await server.platform.db
      .selectFrom('bank_cards')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.sealed).not.toMatch(/Lovelace|GB82WEST|98765432/)
    const opened = JSON.parse(server.platform.vault.open('bank card', id, row.sealed))
    expect(opened).toMatchObject({ cardNumber: 'GB82WEST12345698765432' })
    expect(opened).not.toHaveProperty('proof')
  })

  it('replaces the card, also with concurrent requests', async () => {
    const token = await registered(server, 'changer')
    await server.ok(cashSave, card, token)
    const both = await Promise.all([save(american, token), save(american, token)])
    expect(both.map(outcome)).toEqual(['ok', 'ok'])
    expect(await saved(token)).toMatchObject({ swiftCode: 'CHASUS33XXX', cardNumber: '••••6789' })
  })

  it('rejects a masked number', async () => {
    const token = await registered(server, 'masked')
    const { card: shownCard } = await server.ok(cashSave, card, token)
    expect(outcome(await save({ ...card, cardNumber: shownCard?.cardNumber }, token))).toBe('wrongCardNumber')
  })

  it('is saved with a wallet’s signature without a password', async () => {
    const wallet = walletOf(61)
    const token = await signedIn(server, wallet)
    expect(outcome(await save(card, token))).toBe('missingParameters')
    const { nonce, sign } = await signed(server, wallet, 'change')
    expect(outcome(await save({ ...card, proof: { nonce, sign } }, token))).toBe('ok')
  })

  it('requires the authenticator’s code too, if one is set up', async () => {
    const token = await registered(server, 'factors')
    const { secret } = await bound(server, token)
    expect(await server.ok(cashInfo, {}, token)).toMatchObject({ authenticator: true })
    expect(outcome(await save(card, token))).toBe('authenticatorCodeRequired')
    expect(outcome(await save({ ...card, proof: { ...proof, code: shown(server, secret) } }, token))).toBe('ok')
  })

  it.each([
    [{ realName: '<b>Ada</b>' }, 'nameForm'],
    [{ payeeCountry: '' }, 'countryRequired'],
    [{ payeeCountry: 'ZZ' }, 'countryRequired'],
    [{ phone: '123' }, 'wrongPhone'],
    [{ phone: '' }, 'wrongPhone'],
    [{ recipientAddress: '  ' }, 'textRequired'],
    [{ bankName: '' }, 'textRequired'],
    [{ bankAddress: '' }, 'textRequired'],
    [{ username: '' }, 'textRequired'],
    [{ bankName: 'x'.repeat(141) }, 'parameterError'],
    [{ swiftCode: 'DEUT' }, 'wrongSwiftCode'],
    [{ swiftCode: 'DEUTZZFF' }, 'wrongSwiftCode'],
    [{ cardNumber: '12' }, 'wrongCardNumber'],
    [{ cardNumber: 'GB82 WEST 1234 5698 7654 33' }, 'wrongCardNumber'],
    [{ routingNumber: '!' }, 'wrongRoutingNumber'],
    [{ ...americanCard, routingNumber: '' }, 'wrongRoutingNumber'],
    [{ ...americanCard, routingNumber: '021000022' }, 'wrongRoutingNumber'],
  ])('refuses %j', async (more, key) => {
    const token = await registered(server, `no${server.platform.ids()}`)
    expect(await save({ ...card, ...more }, token)).toMatchObject({ http: 422, key })
    expect(await saved(token)).toBeNull()
  })

  it('does nothing for a locked user, and needs a token', async () => {
    const token = await registered(server, 'lockedup')
    const { id } = await server.ok(info, {}, token)
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
    expect(outcome(await save(card, token))).toBe('accountLocked')
    expect(await saved(token)).toBeNull()
    expect(await save({ ...bankCard })).toMatchObject({ http: 401, type: 999 })
  })
})
