import { expect, it } from 'vitest'
import { areaCodes } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('getareacode', (server) => {
  it('lists the area codes of the world, without a token', async () => {
    const codes = await server.ok(areaCodes)
    expect(codes.length).toBeGreaterThan(200)
    expect(codes).toEqual(
      expect.arrayContaining([
        { country: 'CN', areaCode: '86' },
        { country: 'GB', areaCode: '44' },
        { country: 'HK', areaCode: '852' },
        { country: 'US', areaCode: '1' },
        { country: 'VN', areaCode: '84' },
      ]),
    )
  })

  it('lists each country once, in order', async () => {
    const countries = (await server.ok(areaCodes)).map(({ country }) => country)
    expect(countries).toEqual([...new Set(countries)].sort())
  })

  it('returns the same for any input', async () => {
    expect(await server.ok(areaCodes, { country: 'CN', limit: '1e9' })).toEqual(await server.ok(areaCodes))
  })
})
