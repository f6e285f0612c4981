import { bech32m } from '@scure/base'
import { expect, it } from 'vitest'
import { getInAddress } from '../../../src/api/money/deposit.ts'
import { networksOf } from '../../../src/rules/money/coin-networks.ts'
import { currencies } from '../../../src/rules/money/currencies.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('wallet/get_in_address', (server) => {
  it('is fixed for each user, currency and network', async () => {
    const [one, other] = [await server.person(), await server.person()]
    const all: string[] = []
    for (const { token } of [one, other]) {
      for (const { code: currency } of currencies) {
        for (const { code: network } of networksOf(currency)) {
          const { address } = await server.ok(getInAddress, { currency, network }, token)
          expect((await server.ok(getInAddress, { currency, network }, token)).address).toBe(address)
          all.push(address)
        }
      }
    }
    expect(all.length).toBeGreaterThan(2 * currencies.length)
    expect(new Set(all).size).toBe(all.length)
  })

  it('is not a valid address of any network: bech32m with its own prefix', async () => {
    const { token } = await server.person()
    const { address, network } = await server.ok(getInAddress, {}, token)
    expect(network.code).toBe('arbitrum')
    const { prefix, words } = bech32m.decode(address as `${string}1${string}`)
    expect([prefix, bech32m.fromWords(words)]).toEqual(['paper', expect.objectContaining({ length: 20 })])
    const mistyped = address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
    expect(() => bech32m.decode(mistyped as `${string}1${string}`)).toThrow()
  })

  it('is refused for an unknown currency or network', async () => {
    const { token } = await server.person()
    expect(await server.call(getInAddress, { currency: 'EUR' }, token)).toMatchObject({ key: 'wrongCurrency' })
    expect(await server.call(getInAddress, { currency: 'BTC', network: 'tron' }, token)).toMatchObject({
      http: 422,
      key: 'wrongNetwork',
    })
  })
})
