import type { AnyEventObject, SnapshotFrom } from 'xstate'
import { optionOrderMachine } from '../../../src/machines/optionOrder.ts'
import { refused, unanswered } from '../../models/answers.ts'
import { done, failed } from '../../models/paths.ts'
import { optionStates } from './option-states.ts'
import { begin, happen, type World } from './option-world.ts'
import type { Walk } from './walk.ts'

type Sheet = SnapshotFrom<typeof optionOrderMachine>

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
  if (event.type === 'order.again') return !isSpent(now) && now.can(event as never)
  if (event.type.startsWith('order.')) return now.can(event as never)
  if (!/submitOrder|askAgain/.test(event.type)) return true
  const key = event.error?.refusal?.key
  if (event.error && key === undefined) return true
  // A server that took the order says so ever after.
  if (isSeen(now)) return key === undefined
  return (key === 'insufficientBalance') === (isSpent(now) && form.amount !== '20')
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
  begin,
  happen,
  states: optionStates,
}
