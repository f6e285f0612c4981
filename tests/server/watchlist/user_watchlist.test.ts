import { expect, it } from 'vitest'
import { exportData } from '../../../src/api/account/export.ts'
import { changeWatchlist, watched } from '../../../src/api/market/watchlist.ts'
import { describeServer } from '../harness.ts'
import { PASSWORD, registered } from '../security/support.ts'

describeServer.onSqlite('user/watchlist', (server) => {
  it('returns the user’s own watchlist, and needs a token', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    expect(await server.ok(watched, {}, ann.token)).toEqual({ version: 0, symbols: [] })
    await server.ok(changeWatchlist, { action: 'add', symbol: 'XAUUSD' }, ann.token)
    expect(await server.ok(watched, {}, ann.token)).toEqual({ version: 1, symbols: ['XAUUSD'] })
    expect(await server.ok(watched, {}, bob.token)).toEqual({ version: 0, symbols: [] })
    expect(await server.call(watched)).toMatchObject({ http: 401, type: 999 })
  })

  it('is in the data export', async () => {
    const token = await registered(server, 'ada')
    await server.ok(changeWatchlist, { action: 'add', symbol: 'ETHUSDT' }, token)
    const taken = await server.ok(exportData, { proof: { password: PASSWORD } }, token)
    expect(taken).toMatchObject({ watchlist: [{ symbol: 'ETHUSDT' }] })
  })
})
