import { assign, setup } from 'xstate'
import { type PriceAlert, priceAlerts, removePriceAlert, setPriceAlert } from '../../api/market/price-alerts.ts'
import type { AlertSide } from '../../rules/market/price-alerts.ts'
import { call } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { type Failed, type Failure, failureOf } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { UNREAD } from '../parts/typed-amount.ts'
import { withEvent } from '../parts/with-event.ts'

/** Page size of the alerts of a market: all that may be active, and some sent ones. */
const SHOWN_MAX = 100

/** The form of an alert. `price`: a decimal, or empty. */
export type AlertForm = { side: AlertSide; price: string }

type Context = Drafted & {
  symbol: string
  /** Of the symbol: active and sent ones, newest first. */
  alerts: readonly PriceAlert[]
  form: AlertForm
  failure: Failure | null
  removing: string
}

/** The draft of an alert. */
export const alertDraft = draftOf<Context>({
  name: 'alert',
  stored: ['side', 'price'],
  isBegun: ({ form }) => form.price !== '',
})

/** A list with an updated alert: the newer version wins, and a removed one is dropped. */
function withAlert(alerts: readonly PriceAlert[], alert: PriceAlert): readonly PriceAlert[] {
  const known = alerts.find(({ id }) => id === alert.id)
  if (known && known.version >= alert.version) return alerts
  const others = alerts.filter(({ id }) => id !== alert.id)
  if (alert.state === 'removed') return others
  return [...others, alert].toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** The price alerts of one market: the list, adding and removing. */
export const alertsMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { symbol: string },
    events: {} as
      | { type: 'alert.change'; change: Partial<AlertForm> }
      | { type: 'alert.set' }
      | { type: 'alert.remove'; id: string }
      | { type: 'account.alert'; alert: PriceAlert }
      | { type: 'account.missed' },
    tags: {} as 'ready' | 'busy',
    children: {} as { load: 'loadAlerts' },
  },
  actors: {
    loadAlerts: loadFirstBy(
      call(priceAlerts, {
        input: ({ symbol }: { symbol: string }) => ({ symbol, limit: SHOWN_MAX }),
        quiet: true,
      }),
    ),
    setAlert: call(setPriceAlert, { form: true, stays: true }),
    removeAlert: call(removePriceAlert, { form: true, stays: true }),
    watchAccount,
    keepDraft: alertDraft.keepDraft,
  },
  actions: {
    keepAll: assign(({ context }, { output }: { output: readonly PriceAlert[] }) => ({
      alerts: output.filter(({ symbol }) => symbol === context.symbol),
    })),
    keepOne: assign(({ context }, { alert }: { alert: PriceAlert }) =>
      alert.symbol === context.symbol ? { alerts: withAlert(context.alerts, alert) } : {},
    ),
    change: assign(({ context }, { change }: { change: Partial<AlertForm> }) => ({
      form: { ...context.form, ...change },
      failure: null,
    })),
    empty: assign({ form: ({ context }) => ({ ...context.form, price: '' }) }),
    choose: assign((_, { id }: { id: string }) => ({ removing: id, failure: null })),
    forgetFailure: assign({ failure: null }),
    fail: assign((_, event: Failed) => ({
      failure: failureOf(event, (key) => (key === 'alertReached' ? 'price' : null)),
    })),
  },
  guards: {
    isFilled: ({ context: { form } }) => form.price !== '' && form.price !== UNREAD,
    isWaiting: ({ context }, { id }: { id: string }) =>
      context.alerts.some((each) => each.id === id && each.state === 'waiting'),
  },
}).createMachine({
  id: 'alerts',
  description: 'The price alerts of one market: the list, adding and removing.',
  context: ({ input: { symbol } }) =>
    alertDraft.restore(
      {
        symbol,
        alerts: [],
        form: { side: 'above', price: '' },
        failure: null,
        removing: '',
      },
      symbol,
    ),
  invoke: [{ src: 'watchAccount' }, alertDraft.keeping],
  initial: 'loading',
  on: {
    'account.alert': { actions: withEvent('keepOne') },
    'account.missed': '.loading',
  },
  states: {
    loading: {
      on: { 'alert.change': { actions: withEvent('change') } },
      invoke: {
        src: 'loadAlerts',
        id: 'load',
        input: ({ context: { symbol } }) => ({ symbol }),
        onDone: { target: 'open', actions: withEvent('keepAll') },
      },
    },
    open: {
      tags: 'ready',
      on: {
        'alert.change': { actions: withEvent('change') },
        'alert.set': { guard: 'isFilled', target: 'setting', actions: 'forgetFailure' },
        'alert.remove': { guard: withEvent('isWaiting'), target: 'removing', actions: withEvent('choose') },
      },
    },
    setting: {
      tags: ['ready', 'busy'],
      invoke: {
        src: 'setAlert',
        id: 'setAlert',
        input: ({ context: { symbol, form } }) => ({ symbol, ...form }),
        onDone: {
          target: 'open',
          actions: [{ type: 'keepOne', params: ({ event }) => ({ alert: event.output }) }, 'empty'],
        },
        onError: { target: 'open', actions: withEvent('fail') },
      },
    },
    removing: {
      tags: ['ready', 'busy'],
      invoke: {
        src: 'removeAlert',
        id: 'removeAlert',
        input: ({ context: { removing } }) => ({ id: removing }),
        onDone: { target: 'open', actions: { type: 'keepOne', params: ({ event }) => ({ alert: event.output }) } },
        onError: { target: 'open', actions: withEvent('fail') },
      },
    },
  },
})
