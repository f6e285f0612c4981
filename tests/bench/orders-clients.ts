import { setTimeout as sleep } from 'node:timers/promises'
import { chargeReq } from '../../src/api/money/deposit.ts'
import { flashAgainst, flashAgainstQuote } from '../../src/api/money/swap.ts'
import { out } from '../../src/api/money/withdrawal.ts'
import * as forex from '../../src/api/trade/forex.ts'
import * as lever from '../../src/api/trade/lever.ts'
import { submit } from '../../src/api/trade/microtrade.ts'
import { trade } from '../../src/api/trade/spot.ts'
import { PAY_PASSWORD } from '../server/withdrawal/support.ts'
import { quantile } from './figures.ts'
import { type Ask, client, quoteWaits } from './http-client.ts'
import type { Person } from './orders-people.ts'

/** What is measured. */
export type Act = keyof typeof inputs

/** Command to the clients' process: how many act at once, and for how long. */
export type Question = { act: Act; port: number; people: readonly Person[]; clients: number; ms: number }

/**
 * Acts answered in time, the 99th percentile of their latency in ms, and the first refusal.
 * `quoteP99`: the same for quotes, requested by one more client meanwhile.
 */
export type Answers = { acts: number; p99: number; quoteP99: number; refused?: string }

/** One valid act of each kind. */
export const inputs = {
  order: { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', amount: '10', seconds: 300 },
  contract: { symbol: 'BTCUSDT', direction: 'long', type: 'market', quantity: '0.001', leverage: 10 },
  coin: { symbol: 'BTCUSDT', side: 'buy', type: 'market', timeInForce: 'gtc', quantity: '0.0001' },
  lots: { symbol: 'EURUSD', direction: 'long', lots: '0.01' },
  swap: { from: 'USDT', to: 'BTC', amount: '10' },
  withdrawal: { currency: 'USDT', amount: '30' },
  deposit: { way: 'crypto', currency: 'USDT', network: 'arbitrum', amount: '10' },
} as const

type Calling = (path: string, input: Record<string, unknown>) => Promise<{ id: string }>

/** How a client does one of each kind. */
const calls: Record<Act, (call: Calling, requestId: string, person: Person) => Promise<unknown>> = {
  order: (call, requestId) => call(submit.path, { ...inputs.order, requestId }),
  contract: (call, requestId) => call(lever.submit.path, { ...inputs.contract, requestId }),
  coin: (call, requestId) => call(trade.path, { ...inputs.coin, requestId }),
  lots: (call, requestId) => call(forex.submit.path, { ...inputs.lots, requestId }),
  swap: async (call, requestId) => {
    const { id } = await call(flashAgainstQuote.path, { ...inputs.swap, requestId })
    return call(flashAgainst.path, { id, requestId: `${requestId}-taken` })
  },
  withdrawal: (call, requestId, { addressId }) =>
    call(out.path, { ...inputs.withdrawal, requestId, addressId, payPassword: PAY_PASSWORD }),
  deposit: (call, requestId) => call(chargeReq.path, { ...inputs.deposit, requestId }),
}

/** Refusals that do not count: the price moved, no price is recorded yet, or this person's last request is still under review. */
const NO_FAULT = /"key":"(priceMoved|tradingClosed|withdrawalPending)"/

class NotTaken extends Error {}

let requests = 0

async function answer({ act, port, people, clients, ms }: Question): Promise<Answers> {
  const waits: number[] = []
  let over = false
  let refused: string | undefined
  const acting = async (ask: Ask) => {
    while (!over && !refused) {
      requests += 1
      const person = people[requests % people.length]
      if (!person) return
      const call: Calling = async (path, input) => {
        const text = await ask(path, person.token, JSON.stringify(input))
        if (!text.startsWith('HTTP/1.1 200')) throw new NotTaken(text)
        return JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).message
      }
      const begun = performance.now()
      try {
        await calls[act](call, `request-of-${process.pid}-${requests}-${Date.now()}`, person)
        waits.push(performance.now() - begun)
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error
        if (!NO_FAULT.test(error.message)) refused ??= error.message
      }
    }
  }
  const all = Array.from({ length: clients }, () => client(port, acting))
  const looking = quoteWaits(port, () => over || refused !== undefined)
  await sleep(ms)
  const acts = waits.length
  over = true
  await Promise.all(all)
  return { acts, p99: quantile(waits, 0.99), quoteP99: quantile(await looking, 0.99), ...(refused && { refused }) }
}

if (process.send) {
  process.on('message', async (question: Question) => {
    process.send?.(await answer(question))
  })
  process.send('ready')
}
