import { setTimeout as sleep } from 'node:timers/promises'
import { submit } from '../../src/api/microtrade.ts'
import { quantile } from './figures.ts'
import { type Ask, client, quoteWaits } from './http-client.ts'
import type { Person } from './orders-people.ts'

/** What the process of the clients is asked for: orders from so many at once, for so long. */
export type Question = { port: number; people: readonly Person[]; clients: number; ms: number }

/**
 * Orders that were answered within the time, how long the 99th of 100 waited in ms, and the first answer that was none.
 * `quoteP99`: the same of calls for the quotes, which one more client makes meanwhile.
 */
export type Answers = { orders: number; p99: number; quoteP99: number; refused?: string }

/** A valid order. */
export const order = (requestId: string) => ({
  requestId,
  symbol: 'BTCUSDT',
  direction: 'rise',
  currency: 'USDT',
  amount: '10',
  seconds: 300,
})

let requests = 0

async function answer({ port, people, clients, ms }: Question): Promise<Answers> {
  const waits: number[] = []
  let over = false
  let refused: string | undefined
  const timed = async (asked: Promise<string>) => {
    const begun = performance.now()
    const answer = await asked
    if (answer.startsWith('HTTP/1.1 200')) waits.push(performance.now() - begun)
    else refused ??= answer
  }
  const buying = async (ask: Ask) => {
    while (!over && !refused) {
      requests += 1
      const token = people[requests % people.length]?.token ?? ''
      const body = JSON.stringify(order(`request-of-${process.pid}-${requests}-${Date.now()}`))
      await timed(ask(submit.path, token, body))
    }
  }
  const all = Array.from({ length: clients }, () => client(port, buying))
  const looking = quoteWaits(port, () => over || refused !== undefined)
  await sleep(ms)
  const orders = waits.length
  over = true
  await Promise.all(all)
  return { orders, p99: quantile(waits, 0.99), quoteP99: quantile(await looking, 0.99), ...(refused && { refused }) }
}

if (process.send) {
  process.on('message', async (question: Question) => {
    process.send?.(await answer(question))
  })
  process.send('ready')
}
