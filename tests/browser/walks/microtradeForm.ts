import type { AnyEventObject, SnapshotFrom } from 'xstate'
import type { MessageKey } from '../../../src/api/wire/messages.ts'
import { microtradeFormMachine } from '../../../src/machines/trade/microtradeForm.ts'
import * as answers from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { microtradeStates } from './microtrade-states.ts'
import { begin, happen, unanswered, type World } from './microtrade-world.ts'
import type { Walk } from './walk.ts'

type Sheet = SnapshotFrom<typeof microtradeFormMachine>

const terms = [
  {
    currency: 'USDT',
    available: '10000.000000',
    periods: [{ seconds: 30, payoutBps: 8_500, min: '10', max: '5000', unit: '1' }],
  },
]
const order = { id: 'the-order', state: 'accepted', version: 1 }
const amount = (text: string) => ({ type: 'order.change', change: { amount: text } })
const spent = { type: 'account.wallet', wallet: { currency: 'USDT', available: '50.000000' } }
const bought = done('submitOnce', { type: 'done', answer: order })
const said = (key: MessageKey) => done('submitOnce', { type: 'refused', error: answers.refused(key) })
const untold = done('submitOnce', { type: 'unknown' })
const live = { type: 'market.changed', market: 'live' }

const isSpent = ({ context }: Sheet) => context.terms[0]?.available === spent.wallet.available

/** Whether the server, the market or the person would do this now. */
function canHappen(event: AnyEventObject, now: Sheet): boolean {
  const { market, form } = now.context
  // The price is live as soon as the sheet is there.
  if (market !== 'live') return event === live
  if (event === live) return false
  if (event === spent) return !isSpent(now) && (now.matches('submitting') || now.matches('editing'))
  if (event.type === 'order.change') {
    const { amount } = event.change
    return now.can(event as never) && form.amount !== amount && (amount === '5' || (amount === '20') === isSpent(now))
  }
  if (event.type.startsWith('order.')) return now.can(event as never)
  if (event === unanswered) return now.matches('submitting')
  if (!event.type.endsWith('.submitOnce')) return true
  const key = event.output.error?.refusal?.key
  return (key === 'insufficientBalance') === (isSpent(now) && form.amount !== '20')
}

export const microtradeWalk: Walk<typeof microtradeFormMachine, World> = {
  shows: 'the sheet that buys an option',
  machine: microtradeFormMachine,
  input: () => ({ symbol: 'BTCUSDT', direction: 'rise', newRequestId: () => 'a-request', serverNow: () => 0 }),
  events: [
    live,
    done('loadTerms', terms),
    failed('loadTerms', answers.unanswered),
    { type: 'order.retry' },
    amount('100'),
    amount('5'),
    amount('20'),
    { type: 'order.confirm' },
    { type: 'order.close' },
    { type: 'order.checkNow' },
    spent,
    bought,
    unanswered,
    untold,
    said('insufficientBalance'),
    said('requestExpired'),
  ],
  distinct: ({ form, market, terms, refusal }) => [form.amount, market, terms[0]?.available, refusal?.key],
  canHappen,
  rough: ({ type, output }) => type === unanswered.type || (output !== undefined && output.type !== 'done'),
  goal: (now) => now.matches('bought'),
  begin,
  happen,
  states: microtradeStates,
}
