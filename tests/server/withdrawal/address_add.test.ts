import { expect, it } from 'vitest'
import * as api from '../../../src/api/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { address, EVM_ADDRESS, mayLeave, withdrawal } from './support.ts'

describeServer(
  'withdrawal/address_add',
  (server) => {
    const add = (token: string, change: Record<string, unknown> = {}) =>
      server.call(api.addAddress, { network: 'ethereum', address: EVM_ADDRESS, label: 'Cold', ...change }, token)

    it('holds each address once, however it is written, and tells its owner of a new one', async () => {
      const { token, userId } = await server.person()
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
      expect(await server.call(api.addAddress, { network: 'tron', address: 'T', label: '' })).toMatchObject({
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

    it('lets a new address wait as long as is configured', async () => {
      const { token, userId } = await server.person()
      await mayLeave(server, userId)
      const addressId = await address(server, token)
      expect(await server.call(api.out, withdrawal(addressId), token)).toMatchObject({ key: 'addressWaits' })
      await server.clock.advance(59_000)
      expect(await server.call(api.out, withdrawal(addressId), token)).toMatchObject({ key: 'addressWaits' })
      await server.clock.advance(1_000)
      expect(await server.call(api.out, withdrawal(addressId), token)).toMatchObject({ type: 'ok' })
    })

    it('is of fifty addresses at most, also of several at once', async () => {
      const { token, userId } = await server.person()
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
