import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { openBook } from './order-book.ts'

/**
 * The floor of an option: a server by hand, with the fewest statements that keep the promises. A repeated request has the stored answer,
 * the stake is held and journaled twice, and the order, its opening and both events are stored before anyone hears of them. Orders that
 * have arrived by the next turn share a transaction, at most 32. Balances and sessions are in memory.
 *
 * Arguments: a file of SQLite or the URL of a PostgreSQL schema, and the number of people.
 */
const [place = '', count = '0'] = process.argv.slice(2)
const GROUP_MAX = 32
/** As the server records prices. */
const TICK_MS = 1_000
const STAKE = 10_000_000n

type Asked = { userId: string; requestId: string; answer(status: number, body: object): void }
export type Buying = { userId: string; requestId: string; id: string; seq: number; at: number; answer: string }
export type Opening = { userId: string; id: string; seq: number; at: number }

const people = Array.from({ length: Number(count) }, (_, index) => ({ userId: `${index}`, token: `token-${index}` }))
const byToken = new Map(people.map(({ token, userId }) => [token, userId]))
const balances = new Map(people.map(({ userId }) => [userId, { available: 10n ** 15n, seq: 0 }]))
const book = await openBook(
  place,
  people.map(({ userId }) => userId),
)

const waiting: Asked[] = []
const accepted: { userId: string; id: string }[] = []
let isRunning = false
let ids = 0

function begin() {
  if (isRunning || waiting.length === 0) return
  isRunning = true
  setImmediate(async () => {
    const group = waiting.splice(0, GROUP_MAX)
    const stored = await book.answersOf(group)
    const bought: [Asked, Buying][] = []
    for (const asked of group) {
      const { userId, requestId } = asked
      const own = balances.get(userId)
      const before = stored.get(`${userId} ${requestId}`)
      if (before) asked.answer(200, JSON.parse(before))
      else if (!own || own.available < STAKE) asked.answer(400, { key: 'insufficientBalance' })
      else {
        own.available -= STAKE
        own.seq += 2
        ids += 1
        const id = String(ids).padStart(26, '0')
        const answer = JSON.stringify({
          id,
          symbol: 'BTCUSDT',
          state: 'accepted',
          amount: '10',
          available: `${own.available}`,
        })
        bought.push([asked, { userId, requestId, id, seq: own.seq, at: Date.now(), answer }])
      }
    }
    await book.buy(
      bought.map(([, order]) => order),
      STAKE,
    )
    for (const [{ answer }, order] of bought) {
      answer(200, { message: JSON.parse(order.answer) })
      accepted.push(order)
    }
    isRunning = false
    begin()
  })
}

setInterval(async () => {
  const due = accepted.splice(0)
  while (due.length > 0) {
    const openings = due.splice(0, GROUP_MAX).map(({ userId, id }) => {
      const own = balances.get(userId)
      if (own) own.seq += 1
      return { userId, id, seq: own?.seq ?? 0, at: Date.now() }
    })
    await book.open(openings)
  }
}, TICK_MS)

const server = createServer(async (request, response) => {
  const answer = (status: number, body: object) => {
    const text = JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  }
  if (request.method === 'GET') return answer(200, {})
  const { requestId, amount } = (await json(request)) as { requestId: string; amount: string }
  const userId = byToken.get(request.headers.authorization ?? '')
  if (!userId || amount !== '10') return answer(400, { key: 'parameterError' })
  waiting.push({ userId, requestId, answer })
  begin()
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port, people }))
