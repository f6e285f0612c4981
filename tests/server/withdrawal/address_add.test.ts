import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { google } from '../../../src/api/account/safe.ts'
import { info } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/money/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { PASSWORD, registered } from '../security/support.ts'
import { address, EVM_ADDRESS, mayLeave, newAddress, withdrawal, withPayPassword } from './support.ts'

describeServer.onSqlite(
  'withdrawal/address_add',
  (server) => {
    const add = (token: string, change: Partial<Parameters<typeof newAddress>[0]> = {}) =>
      server.call(api.addAddress, newAddress({ label: 'Cold', ...change }), token)

    it('stores each address once, in any notation, and notifies its owner of a new one', async () => {
      const { token, userId } = await server.person()
      await withPayPassword(server, userId)
      const lower = EVM_ADDRESS.toLowerCase()
      expect(await add(token, { address: ` ${lower} ` })).toMatchObject({
        type: 'ok',
        message: { address: EVM_ADDRESS, checked: false, label: 'Cold' },
      })
      expect(await add(token)).toMatchObject({ key: 'addressExists' })
      expect(await add(token, { network: 'arbitrum' })).toMatchObject({ type: 'ok', message: { checked: true } })
      expect(await add(token, { address: EVM_ADDRESS.replace('5a', '5A') })).toMatchObject({ key: 'wrongAddress' })
      expect(await add(token, { network: 'tron' })).toMatchObject({ key: 'wrongAddress' })
      expect(await add(token, { network: 'nowhere' })).toMatchObject({ key: 'parameterError' })
      expect(await server.call(api.addAddress, newAddress({ network: 'tron', address: 'T' }))).toMatchObject({
        type: 999,
      })
      const book = await server.ok(api.addresses, {}, token)
      expect(book.map(({ network }) => network)).toEqual(['arbitrum', 'ethereum'])
      const messages = await server.platform.db
        .selectFrom('user_messages')
        .select(['key', 'params'])
        .where('user_id', '=', userId)
        .execute()
      expect(messages).toHaveLength(2)
      expect(messages[0]).toMatchObject({
        key: 'withdrawalAddressAdded',
        params: JSON.stringify({ address: EVM_ADDRESS }),
      })
    })

    it('requires the transaction password, and an authenticator code if set up, which is used up', async () => {
      const token = await registered(server, 'careful-with-addresses')
      const { id: userId } = await server.ok(info, {}, token)
      expect(await server.call(api.addAddress, { ...newAddress(), payPassword: undefined }, token)).toMatchObject({
        key: 'missingParameters',
      })
      expect(await add(token)).toMatchObject({ key: 'payPasswordNotSet' })
      await withPayPassword(server, userId)
      expect(await add(token, { payPassword: 'Money Leaves 2' })).toMatchObject({ key: 'wrongPayPassword' })
      const { offer } = await server.ok(google, { action: 'offer', proof: { password: PASSWORD } }, token)
      const totp = new TOTP({ secret: Secret.fromBase32(offer?.secret ?? '') })
      const now = () => totp.generate({ timestamp: server.clock.now() })
      await server.ok(google, { action: 'bind', code: now() }, token)
      expect(await add(token)).toMatchObject({ key: 'authenticatorCodeRequired' })
      expect(await add(token, { code: '000000' })).toMatchObject({ key: 'wrongAuthenticatorCode' })
      expect(await server.ok(api.addresses, {}, token)).toEqual([])
      await server.clock.advance(60_000)
      // A refusal does not use up the code.
      const code = now()
      expect(await add(token, { address: '0x1', code })).toMatchObject({ key: 'wrongAddress' })
      expect(await add(token, { code })).toMatchObject({ type: 'ok' })
      expect(await add(token, { network: 'arbitrum', code })).toMatchObject({ key: 'wrongAuthenticatorCode' })
    })

    it('makes a new address wait for the configured time', async () => {
      const { token, userId } = await server.person()
      await mayLeave(server, userId)
      const addressId = await address(server, token)
      expect(await server.call(api.out, withdrawal(addressId), token)).toMatchObject({ key: 'addressWaits' })
      await server.clock.advance(59_000)
      expect(await server.call(api.out, withdrawal(addressId), token)).toMatchObject({ key: 'addressWaits' })
      await server.clock.advance(1_000)
      expect(await server.call(api.out, withdrawal(addressId), token)).toMatchObject({ type: 'ok' })
    })

    it('is limited to fifty addresses, also concurrently', async () => {
      const { token, userId } = await server.person()
      await withPayPassword(server, userId)
      await server.platform.db
        .insertInto('withdrawal_addresses')
        .values(
          Array.from({ length: 48 }, (_, at) => ({
            id: server.platform.ids(),
            user_id: userId,
            label: '',
            network: 'ethereum' as const,
            address: `made up ${at}`,
            checked: 0n,
            added_at: 0n,
            usable_at: 0n,
          })),
        )
        .execute()
      const one = (number: number) => add(token, { address: `0x${String(number).padStart(40, '0')}` })
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(one))
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(2)
      expect(await add(token)).toMatchObject({ key: 'tooManyAddresses', params: { limit: '50' } })
    })
  },
  { env: { ADDRESS_WAIT_SECONDS: '60' } },
)
