import { expect } from '@playwright/test'
import type { AnyEventObject } from 'xstate'
import { lists, payableCurrencies, submit } from '../../../src/api/trade/microtrade.ts'
import type { orderFormMachine } from '../../../src/machines/trade/orderForm.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { askAgain } from '../kit/again.ts'
import { type Account, call, createTrader, keepToken } from '../kit/api.ts'
import { type Calls, type Held, holdCalls } from './hold.ts'
import type { Stage, Walk } from './walk.ts'

/** A user with the sheet open, with the possible acts of the user and the world. */
export type World = Stage & {
  someone: Account
  terms: Calls
  orders: Calls
  /** The request ids of the orders that the server has taken. */
  taken: Set<string>
  /** The input of the order confirmed last. */
  sent: Record<string, unknown> | null
}

/** The last request gets no answer. */
export const unanswered = { type: 'xstate.snapshot.submitOnce', snapshot: { value: { uncertain: 'waiting' } } }

/** Stakes other than the sheet's, which leave 50 of 10,000 USDT. */
const ELSEWHERE = ['5000', '4950']
const elsewhere = { symbol: 'ETHUSDT', direction: 'fall', currency: 'USDT', seconds: 300 } as const

const dialog = ({ page }: World) => page.getByRole('dialog')
const press = (world: World, name: RegExp) => dialog(world).getByRole('button', { name }).click()

/** The server receives another order with the same request id before this one. */
async function reuse({ server, someone }: World, request: Held): Promise<void> {
  await call(server.url, submit, { ...request.body(), amount: '33' }, someone.token)
}

/** The fate of the sheet's next request. `arrives`: the server gets it, whether or not the page gets the answer. */
async function end(world: World, event: AnyEventObject, arrives = event !== unanswered): Promise<Held> {
  const request = await world.orders.next()
  const { requestId, confirmBy } = request.body()
  const isUnknown = event.output?.type === 'unknown'
  const key = event.output?.error?.refusal?.key
  if (isUnknown) await reuse(world, request)
  if (key === 'requestExpired') {
    const left = Math.max(0, Number(confirmBy) - world.server.now() + 500)
    await world.server.advance(left)
    await world.page.clock.fastForward(left)
  }
  if (arrives && key === undefined && !isUnknown) world.taken.add(String(requestId))
  if (event !== unanswered) await request.go()
  else await (arrives ? request.loseAnswer() : request.lose())
  return request
}

/** Ends the first sending of an order, or a retry of it. */
async function endSending(world: World, event: AnyEventObject, ahead: readonly AnyEventObject[]) {
  const next = ahead.findIndex(({ type }) => type.endsWith('.submitOnce'))
  // If the next answer says so, this one's answer was lost.
  const isTaken = event === unanswered && ahead[next]?.output?.type === 'done'
  const sent = (await end(world, event, isTaken || undefined)).body()
  if (world.sent) expect(sent).toEqual(world.sent)
  world.sent = event === unanswered ? sent : null
}

/** The chart of bitcoin is open, and on it the sheet that buys an option. */
export async function begin(stage: Stage): Promise<World> {
  const { page, server } = stage
  await page.clock.install()
  const someone = await createTrader(server)
  await keepToken(page, someone)
  const [terms, orders] = [await holdCalls(page, payableCurrencies), await holdCalls(page, submit)]
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await page.getByRole('button', { name: /^Up\b/ }).click()
  return { ...stage, someone, terms, orders, taken: new Set(), sent: null }
}

/** How to cause each event of the sheet. */
export const happen: Walk<typeof orderFormMachine, World>['happen'] = {
  'price.changed': async () => {},
  [done('loadOffer').type]: async ({ terms }) => (await terms.next()).go(),
  [failed('loadOffer', 0).type]: async ({ terms }) => (await terms.next()).lose(),
  'form.retry': (world) => askAgain(dialog(world)),
  'form.change': (world, { change }) => dialog(world).getByLabel('Stake').fill(change.amount),
  'form.confirm': (world) => press(world, /^Up · [\d,]+ USDT · 30s$/),
  'form.close': ({ page }) => page.keyboard.press('Escape'),
  // It may already be retrying automatically.
  'form.checkNow': async (world) => {
    const checkNow = dialog(world).getByRole('button', { name: 'Check now' })
    await checkNow.dispatchEvent('click')
    await expect(checkNow).toHaveAttribute('aria-busy', 'true')
  },
  'account.wallet': async ({ server, someone }) => {
    for (const [index, stake] of ELSEWHERE.entries()) {
      const requestId = `elsewhere-${index}-of-${someone.address}`
      await call(server.url, submit, { ...elsewhere, amount: stake, requestId }, someone.token)
    }
  },
  [done('submitOnce').type]: endSending,
  [unanswered.type]: endSending,
}

/** This sheet's orders on the server. */
export const ordersOf = async ({ server, someone }: World) =>
  (await call(server.url, lists, {}, someone.token)).filter(({ symbol }) => symbol !== elsewhere.symbol)
