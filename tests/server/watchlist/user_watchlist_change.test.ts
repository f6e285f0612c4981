import { expect, it } from 'vitest'
import { changeWatchlist, watched } from '../../../src/api/market/watchlist.ts'
import { events } from '../../../src/api/wire/events.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { WATCHLIST_MAX } from '../../../src/rules/market/watchlist.ts'
import { describeServer } from '../harness.ts'

const symbols = instruments.map(({ symbol }) => symbol)

describeServer.onSqlite('user/watchlist_change', (server) => {
  const change = (input: Record<string, unknown>, token?: string) => server.call(changeWatchlist, input, token)
  const add = (symbol: string, token: string) => server.ok(changeWatchlist, { action: 'add', symbol }, token)
  const listed = async (token: string) => (await server.ok(watched, {}, token)).symbols
  const told = async (token: string) =>
    (await server.ok(events, { after: 0 }, token)).filter(({ kind }) => kind === 'watchlist')

  it('appends and removes, sends one event per change, and ignores repeated changes', async () => {
    const { token } = await server.person()
    for (const symbol of ['ETHUSDT', 'BTCUSDT', 'EURUSD', 'BTCUSDT']) await add(symbol, token)
    const now = await server.ok(changeWatchlist, { action: 'remove', symbol: 'ETHUSDT' }, token)
    expect(now).toEqual({ version: 4, symbols: ['BTCUSDT', 'EURUSD'] })
    expect(await server.ok(changeWatchlist, { action: 'remove', symbol: 'ETHUSDT' }, token)).toEqual(now)
    expect((await told(token)).map(({ body }) => body)).toEqual([
      { version: 1, symbols: ['ETHUSDT'] },
      { version: 2, symbols: ['ETHUSDT', 'BTCUSDT'] },
      { version: 3, symbols: ['ETHUSDT', 'BTCUSDT', 'EURUSD'] },
      now,
    ])
  })

  it('appends a device’s list to the account’s, in order, without unknown markets', async () => {
    const { token } = await server.person()
    await add('XAUUSD', token)
    const merged = ['DOGEUSDT', 'XAUUSD', 'NOSUCH', 'BTCUSDT', 'DOGEUSDT']
    const now = await server.ok(changeWatchlist, { action: 'merge', symbols: merged }, token)
    expect(now).toEqual({ version: 2, symbols: ['XAUUSD', 'DOGEUSDT', 'BTCUSDT'] })
    expect(await server.ok(changeWatchlist, { action: 'merge', symbols: merged }, token)).toEqual(now)
  })

  it('is bounded: one more is refused, and a merge adds as many as fit', async () => {
    const { token } = await server.person()
    const [last = '', ...rest] = symbols.slice(0, WATCHLIST_MAX + 1)
    await server.ok(changeWatchlist, { action: 'merge', symbols: rest.slice(1) }, token)
    const now = await server.ok(changeWatchlist, { action: 'merge', symbols: [last, rest[0]] }, token)
    expect(now.symbols).toEqual([...rest.slice(1), last])
    expect(await change({ action: 'add', symbol: rest[0] }, token)).toMatchObject({
      http: 409,
      key: 'watchlistFull',
      params: { limit: String(WATCHLIST_MAX) },
    })
    expect(await server.ok(changeWatchlist, { action: 'add', symbol: last }, token)).toEqual(now)
  })

  it('keeps concurrent changes', async () => {
    const { token } = await server.person()
    const some = symbols.slice(0, 6)
    await Promise.all(some.map((symbol) => add(symbol, token)))
    expect((await listed(token)).toSorted()).toEqual(some.toSorted())
    expect((await server.ok(watched, {}, token)).version).toBe(some.length)
  })

  it('refuses an unknown market, an invalid change, and a call without a token', async () => {
    const { token } = await server.person()
    expect(await change({ action: 'add', symbol: 'NOSUCH' }, token)).toMatchObject({ http: 404, key: 'pairNotFound' })
    expect(await change({ action: 'add', symbol: 'btc/usdt' }, token)).toMatchObject({ key: 'parameterError' })
    expect(await change({ action: 'merge', symbols: [] }, token)).toMatchObject({ key: 'parameterError' })
    expect(await change({}, token)).toMatchObject({ key: 'missingParameters' })
    expect(await change({ action: 'add', symbol: 'BTCUSDT' })).toMatchObject({ http: 401, type: 999 })
    expect(await listed(token)).toEqual([])
  })
})
