import type { AnyEventObject, SnapshotFrom } from 'xstate'
import { lists, payableCurrencies, submit } from '../../../src/api/microtrade.ts'
import { optionOrderMachine } from '../../../src/machines/optionOrder.ts'
import { refused, unanswered } from '../../models/answers.ts'
import { done, failed } from '../../models/paths.ts'
import { type Account, call, createAccount, keepToken } from '../api.ts'
import { type Calls, type Held, holdCalls } from './hold.ts'
import { optionStates } from './option-states.ts'
import { listen, type Said } from './said.ts'
import type { Stage, Walk } from './walk.ts'

type Sheet = SnapshotFrom<typeof optionOrderMachine>
export type World = Stage & {
  someone: Account
  terms: Calls
  orders: Calls
  said: Said
  /** The request ids of the orders that the server has taken. */
  taken: Set<string>
}

/** Stakes beside the sheet's own, which leave 50 of 10,000 USDT. */
export const ELSEWHERE = ['5000', '4950']
const elsewhere = { symbol: 'ETHUSDT', direction: 'fall', currency: 'USDT', seconds: 300 } as const

const terms = [
  {
    currency: 'USDT',
    available: '10000.000000',
    periods: [{ seconds: 30, payoutBps: 8_500, min: '10', max: '5000', unit: '1' }],
  },
]
const order = { id: 'the-order', state: 'accepted' }
const amount = (text: string) => ({ type: 'order.change', change: { amount: text } })
const opened = { type: 'account.order', order: { ...order, state: 'open' } }
const settled = { type: 'account.order', order: { ...order, state: 'won' } }
const spent = { type: 'account.wallet', wallet: { currency: 'USDT', available: '50.000000' } }
const live = { type: 'market.changed', market: 'live' }

const isSpent = ({ context }: Sheet) => context.terms[0]?.available === spent.wallet.available
const isSeen = ({ context }: Sheet) => context.seen.length > 0
const isWaiting = (now: Sheet) => now.matches({ uncertain: 'waiting' })

/** Whether the server, the market or the person would do this now. */
function canHappen(event: AnyEventObject, now: Sheet): boolean {
  const { market, order, form } = now.context
  // The price is live as soon as the sheet is there.
  if (market !== 'live') return event === live
  if (event === live) return false
  if (event === opened) return isWaiting(now) ? !isSeen(now) && !isSpent(now) : order?.state === 'accepted'
  if (event === settled) return now.matches('tracking') && order?.state === 'open'
  if (event === spent) return !isSpent(now) && !isSeen(now) && (now.matches('submitting') || now.matches('editing'))
  if (event.type === 'order.change') {
    const { amount } = event.change
    return now.can(event as never) && form.amount !== amount && (amount === '5' || (amount === '20') === isSpent(now))
  }
  if (event.type.startsWith('order.')) return now.can(event as never)
  const poor = event.error?.refusal?.key === 'insufficientBalance'
  if (poor || event.error?.refusal) return !isSeen(now) && poor === isSpent(now)
  return isSeen(now) || event.error !== undefined || !isSpent(now) || form.amount === '20'
}

const dialog = ({ page }: World) => page.getByRole('dialog')
const press = (world: World, name: string) => dialog(world).getByRole('button', { name }).click()

/** The server hears another order by the same request before this one. */
async function reuse({ server, someone }: World, request: Held): Promise<void> {
  await call(server.url, submit, { ...request.body(), amount: '33' }, someone.token)
}

/** What becomes of a request that an order was sent with. */
async function end(world: World, request: Held, { error }: AnyEventObject, arrives: boolean): Promise<void> {
  const key = error?.refusal?.key
  if (key === 'requestReused') await reuse(world, request)
  if (key === 'requestExpired') {
    const wait = Number(request.body().confirmBy) - Date.now() + 500
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  if (error === undefined || arrives) world.taken.add(String(request.body().requestId))
  if (error !== unanswered) return request.go()
  return arrives ? request.loseAnswer() : request.lose()
}

export const optionWalk: Walk<typeof optionOrderMachine, World> = {
  shows: 'the sheet that buys an option',
  machine: optionOrderMachine,
  input: () => ({ symbol: 'BTCUSDT', direction: 'rise', newRequestId: () => 'a-request', serverNow: () => 0 }),
  events: [
    live,
    done('loadTerms', terms),
    failed('loadTerms', unanswered),
    { type: 'order.retry' },
    amount('100'),
    amount('5'),
    amount('20'),
    { type: 'order.confirm' },
    { type: 'order.close' },
    { type: 'order.again' },
    { type: 'order.checkNow' },
    spent,
    done('submitOrder', order),
    failed('submitOrder', unanswered),
    failed('submitOrder', refused('insufficientBalance')),
    failed('submitOrder', refused('requestReused')),
    failed('submitOrder', refused('requestExpired')),
    done('askAgain', order),
    failed('askAgain', unanswered),
    failed('askAgain', refused('insufficientBalance')),
    failed('askAgain', refused('requestReused')),
    failed('askAgain', refused('requestExpired')),
    opened,
    settled,
  ],
  distinct: ({ form, market, order, seen, terms, refusal }) => [
    form.amount,
    market,
    order?.state,
    seen.length,
    terms[0]?.available,
    refusal?.key,
  ],
  canHappen,
  goal: (now) => now.matches({ tracking: 'open' }) || now.matches({ tracking: 'settled' }),
  begin: async (stage) => {
    const { page, server } = stage
    const said = await listen(page)
    const someone = await createAccount(server.url)
    await keepToken(page, someone)
    const [terms, orders] = [await holdCalls(page, payableCurrencies), await holdCalls(page, submit)]
    await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await page.getByRole('button', { name: /^Buy up/ }).click()
    return { ...stage, someone, terms, orders, said, taken: new Set() }
  },
  happen: {
    'market.changed': async () => {},
    [done('loadTerms').type]: async ({ terms }) => (await terms.next()).go(),
    [failed('loadTerms', 0).type]: async ({ terms }) => (await terms.next()).lose(),
    'order.retry': (world) => press(world, 'Try again'),
    'order.change': (world, { change }) => dialog(world).getByLabel('Amount').fill(change.amount),
    'order.confirm': async (world) => {
      await world.said.forget()
      await press(world, 'Confirm')
    },
    'order.close': ({ page }) => page.keyboard.press('Escape'),
    'order.again': (world) => press(world, 'Buy another'),
    // It may be asking by itself already.
    'order.checkNow': (world) => dialog(world).getByRole('button', { name: 'Check now' }).dispatchEvent('click'),
    'account.wallet': async ({ server, someone }) => {
      for (const [index, stake] of ELSEWHERE.entries()) {
        const requestId = `elsewhere-${index}-of-${someone.address}`
        await call(server.url, submit, { ...elsewhere, amount: stake, requestId }, someone.token)
      }
    },
    'account.order': async () => {},
    [done('submitOrder').type]: async (world, event) => end(world, await world.orders.next(), event, true),
    [failed('submitOrder', 0).type]: async (world, event, ahead) => {
      const asked = ahead.findIndex(({ type }) => type.endsWith('.askAgain'))
      await end(world, await world.orders.next(), event, ahead.slice(0, asked).includes(opened))
    },
    [done('askAgain').type]: async (world, event) => end(world, await world.orders.next(), event, true),
    [failed('askAgain', 0).type]: async (world, event) => end(world, await world.orders.next(), event, false),
  },
  states: optionStates,
}

/** The orders of this sheet that the server has. */
export const ordersOf = async ({ server, someone }: World) =>
  (await call(server.url, lists, {}, someone.token)).filter(({ symbol }) => symbol !== elsewhere.symbol)
