import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { createExchange, type Exchange } from '../../../server/market/live/exchange.ts'

/** Whether ccxt is installed for the live market: `npm ci` alone does not install it. */
export const hasCcxt = await createExchange('binance').then(
  () => true,
  () => false,
)

/** A fake Binance: its answers and frames, written by hand from its documentation. */
export type StandIn = {
  /** ccxt's own Binance, which asks here. */
  exchange: Exchange
  /** Subscriptions of the open connections. */
  streams(): string[]
  /** How many sockets were ever opened. */
  connections(): number
  /** Sends a frame to the subscribers of this stream. */
  send(stream: string, frame: object): void
  /** Sends a trade made now, or a number of ms ago. */
  trade(id: string, price: string, quantity: string, ago?: number): void
  /** Sends the best bid and ask with the last price, made now or a number of ms ago. */
  quote(id: string, bid: string, ask: string, last: string, ago?: number): void
  /** Cuts all connections without a word. */
  cut(): void
  close(): Promise<void>
}

export type StandInOptions = {
  /** Pairs that it trades, and whether trading is halted. */
  pairs?: readonly { base: string; quote: string; halted?: boolean }[]
  /** Its candles: time in ms, then open, high, low, close and volume as texts. */
  klines?(symbol: string, interval: string, since: number, limit: number): (number | string)[][]
  /** Its clock, in ms. */
  now?(): number
}

const BTC = { base: 'BTC', quote: 'USDT' }

const pairOf = ({ base, quote, halted = false }: { base: string; quote: string; halted?: boolean }) => ({
  symbol: `${base}${quote}`,
  status: halted ? 'BREAK' : 'TRADING',
  baseAsset: base,
  baseAssetPrecision: 8,
  quoteAsset: quote,
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ['LIMIT', 'MARKET'],
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  permissions: ['SPOT'],
  permissionSets: [['SPOT']],
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000', tickSize: '0.01' },
    { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000', stepSize: '0.00001' },
  ],
})

export async function startExchange({
  pairs = [BTC],
  klines = () => [],
  now = Date.now,
}: StandInOptions = {}): Promise<StandIn> {
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand.in')
    const number = (name: string) => Number(searchParams.get(name))
    const answers: Record<string, () => unknown> = {
      '/api/v3/exchangeInfo': () => ({
        timezone: 'UTC',
        serverTime: now(),
        rateLimits: [],
        symbols: pairs.map(pairOf),
      }),
      '/api/v3/time': () => ({ serverTime: now() }),
      '/api/v3/klines': () =>
        klines(
          searchParams.get('symbol') ?? '',
          searchParams.get('interval') ?? '',
          number('startTime'),
          number('limit'),
        ).map(([time = 0, ...rest]) => [time, ...rest, Number(time) + 59_999, '0', 1, '0', '0', '0']),
    }
    const answer = answers[pathname]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.() ?? { code: -1, msg: 'not here' }))
  })
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => sockets.add(socket))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const subscribed = new Map<WebSocket, Set<string>>()
  const wss = new WebSocketServer({ server: http })
  let connections = 0
  wss.on('connection', (socket) => {
    connections += 1
    const streams = new Set<string>()
    subscribed.set(socket, streams)
    socket.on('close', () => subscribed.delete(socket))
    socket.on('message', (data) => {
      const { method, params, id } = JSON.parse(String(data))
      if (method === 'SUBSCRIBE') for (const stream of params) streams.add(stream)
      socket.send(JSON.stringify({ result: null, id }))
    })
  })
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const exchange = await createExchange('binance')
  const inner = exchange as unknown as {
    urls: { api: { public: string; ws: { spot: string } } }
    loadHttpProxyAgent(): Promise<unknown>
  }
  // ccxt opens sockets without TLS only with an agent.
  await inner.loadHttpProxyAgent()
  const { urls } = inner
  urls.api.public = `http://${host}/api/v3`
  urls.api.ws.spot = `ws://${host}/ws`
  let count = 0
  const send = (stream: string, frame: object) => {
    for (const [socket, streams] of subscribed) if (streams.has(stream)) socket.send(JSON.stringify(frame))
  }
  return {
    exchange,
    send,
    connections: () => connections,
    streams: () => [...subscribed.values()].flatMap((streams) => [...streams]).sort(),
    trade: (id, price, quantity, ago = 0) => {
      const time = now() - ago
      send(`${id.toLowerCase()}@trade`, {
        e: 'trade',
        E: time,
        s: id,
        t: ++count,
        p: price,
        q: quantity,
        T: time,
        m: false,
        M: true,
      })
    },
    quote: (id, bid, ask, last, ago = 0) => {
      const time = now() - ago
      send(`${id.toLowerCase()}@ticker`, {
        e: '24hrTicker',
        E: time,
        s: id,
        c: last,
        b: bid,
        B: '1.0',
        a: ask,
        A: '1.0',
        O: time - 86_400_000,
        C: time,
      })
    },
    cut: () => {
      for (const socket of subscribed.keys()) socket.terminate()
    },
    close: async () => {
      void exchange.close().catch(() => {})
      wss.close()
      // `closeAllConnections` passes over WebSockets, and ccxt may open one while it closes.
      for (const socket of sockets) socket.destroy()
      http.on('connection', (socket) => socket.destroy())
      http.close()
      await once(http, 'close')
    },
  }
}
