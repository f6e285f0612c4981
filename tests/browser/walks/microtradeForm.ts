import type { AnyEventObject, SnapshotFrom } from 'xstate'
import type { MessageKey } from '../../../src/api/wire/messages.ts'
import { type MicrotradeActor, microtradeRules, newMicrotrade } from '../../../src/machines/trade/microtradeForm.ts'
import { orderFormMachine } from '../../../src/machines/trade/orderForm.ts'
import * as answers from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { microtradeStates } from './microtrade-states.ts'
import { begin, happen, unanswered, type World } from './microtrade-world.ts'
import type { Walk } from './walk.ts'

type Sheet = SnapshotFrom<typeof orderFormMachine>

const terms = [
  {
    currency: 'USDT',
    available: '10000.000000',
    periods: [{ seconds: 30, payoutBps: 8_500, min: '10', max: '5000', unit: '1' }],
  },
]
const order = { id: 'the-order', state: 'accepted', version: 1 }
const amount = (text: string) => ({ type: 'form.change', change: { amount: text } })
const spent = { type: 'account.wallet', wallet: { currency: 'USDT', available: '50.000000' } }
const bought = done('submitOnce', { type: 'done', answer: order })
const said = (key: MessageKey) => done('submitOnce', { type: 'refused', error: answers.refused(key) })
const untold = done('submitOnce', { type: 'unknown' })
const live = { type: 'price.changed', now: { market: 'live', price: '40000.00' } }

const orderOf = ({ context }: Sheet) => context as ReturnType<MicrotradeActor['getSnapshot']>['context']
const isSpent = (now: Sheet) => orderOf(now).offer?.terms[0]?.available === spent.wallet.available

/** Whether the server, the market or the person could do this now. */
function canHappen(event: AnyEventObject, now: Sheet): boolean {
  const { form, now: price } = orderOf(now)
  // The price is live as soon as the sheet is there.
  if (price.market !== 'live') return event === live
  if (event === live) return false
  if (event === spent) return !isSpent(now) && (now.matches('submitting') || now.matches('editing'))
  if (event.type === 'form.change') {
    const { amount } = event.change
    return now.can(event as never) && form.amount !== amount && (amount === '5' || (amount === '20') === isSpent(now))
  }
  if (event.type.startsWith('form.')) return now.can(event as never)
  if (event === unanswered) return now.matches('submitting')
  if (!event.type.endsWith('.submitOnce')) return true
  const key = event.output.error?.refusal?.key
  return (key === 'insufficientBalance') === (isSpent(now) && form.amount !== '20')
}

export const microtradeWalk: Walk<typeof orderFormMachine, World> = {
  shows: 'the sheet that buys an option',
  machine: orderFormMachine,
  input: () => ({
    rules: microtradeRules,
    form: newMicrotrade('BTCUSDT', 'rise'),
    newRequestId: () => 'a-request',
    serverNow: () => 0,
  }),
  events: [
    live,
    done('loadOffer', { wanted: null, terms }),
    failed('loadOffer', answers.unanswered),
    { type: 'form.retry' },
    amount('100'),
    amount('5'),
    amount('20'),
    { type: 'form.confirm' },
    { type: 'form.close' },
    { type: 'form.checkNow' },
    spent,
    bought,
    unanswered,
    untold,
    said('insufficientBalance'),
    said('requestExpired'),
  ],
  distinct: (context) => {
    const { form, now, offer, failure } = context as ReturnType<typeof orderOf>
    return [form.amount, now.market, offer?.terms[0]?.available, failure?.refusal?.key]
  },
  canHappen,
  rough: ({ type, output }) => type === unanswered.type || (output !== undefined && output.type !== 'done'),
  goal: (now) => now.matches('ordered'),
  begin,
  happen,
  states: microtradeStates,
}
