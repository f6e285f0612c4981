import { expect, it } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { SpotOrder } from '../../../src/api/trade/spot.ts'
import type { MessageKey } from '../../../src/api/wire/messages.ts'
import { type ForexOffer, forexRules, newForex, validateForexNow } from '../../../src/machines/trade/forexForm.ts'
import { type LeverOffer, leverRules, newLever, validateLeverNow } from '../../../src/machines/trade/leverForm.ts'
import {
  type MicrotradeOffer,
  microtradeRules,
  newMicrotrade,
  validateMicrotradeNow,
} from '../../../src/machines/trade/microtradeForm.ts'
import {
  type OrderFormRules,
  type OrderNow,
  type OrderOffer,
  orderFormMachine,
} from '../../../src/machines/trade/orderForm.ts'
import {
  canCancelSpot,
  newSpot,
  type SpotOffer,
  spotRules,
  validateSpotNow,
} from '../../../src/machines/trade/spotForm.ts'
import type { MicrotradeForm } from '../../../src/rules/microtrade/form.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { forexOrderOf, pairDetails } from '../kit/forexes.ts'
import { deal, leverOrderOf } from '../kit/levers.ts'
import { pair, spotOrderOf } from '../kit/spots.ts'

type Machine = typeof orderFormMachine

/** A kind of order on the form. `right`, `tooMuch`: typed values at `price`; `no`: a refusal and its field. */
type Subject<Form, Offer, Change> = {
  kind: string
  rules: OrderFormRules<Form, Offer, Change>
  first: Form
  offer: Offer
  price: string
  right: Partial<Form>
  tooMuch: Partial<Form>
  /** The parts of the form and the data that a guard reads. */
  reads(form: Form, offer: Offer | null): unknown[]
  /** Whether the form's order is affordable, recalculated independently. */
  isRight(form: Form, offer: Offer): boolean
  /** Whether there are figures only at a price; by default so. */
  needsPrice?: boolean
  /** Whether that is the only error. */
  isAllowed?(offer: Offer): boolean
  validate(order: OrderNow<Form, Offer>): { values?: object | undefined }
  /** Available amounts by currency. */
  available(offer: Offer): Record<string, string | null>
  no: [key: MessageKey, field: string]
  ordered: unknown
  more?: (base: Base, loaded: AnyEventObject) => Walk<Machine>[]
}
type Base = Pick<Walk<Machine>, 'input' | 'callbacks' | 'distinct' | 'states'>

const change = (typed: object) => ({ type: 'form.change', change: typed }) as const
const confirm = { type: 'form.confirm' } as const
const retry = { type: 'form.retry' } as const
const close = { type: 'form.close' } as const
const checkNow = { type: 'form.checkNow' } as const
const missed = { type: 'account.missed' } as const
const expired = done('submitOnce', { type: 'refused', error: refused('requestExpired') })
const wallet = (currency: string, available: string) =>
  ({
    type: 'account.wallet',
    wallet: { currency, balance: available, available, frozen: '0.000000', version: 3 },
  }) as const
const [ours, coin, another] = [wallet('USDT', '9.000000'), wallet('BTC', '8.000000'), wallet('ETH', '7.000000')]
const kyc = (state: 'verified' | 'refused') => ({ type: 'account.kyc', kyc: { state } }) as const
const told = (changed: Partial<SpotOrder>) =>
  ({ type: 'account.order', order: { kind: 'spot', ...spotOrderOf('order-0002', changed) } }) as const
const [waits, newer, over] = [told({}), told({ version: 3, filled: '0.05000' }), told({ version: 4, state: 'filled' })]
const elsewhere = told({ symbol: 'ETHUSDT', version: 5 })
const priced = (market: 'live' | 'stale', price: string) => ({ type: 'price.changed', now: { market, price } }) as const
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })
/** A form has one request, and a new one only after that can no longer be placed. */
const idOf = (passed: readonly AnyEventObject[]) =>
  `request-id-of-form-${1 + passed.filter((event) => event === expired).length}`
const NOW = 1_700_000_000_000.5

function baseOf<Form extends { symbol: string }, Offer extends OrderOffer, Change>(
  {
    rules,
    first,
    offer: known,
    reads,
    isRight,
    isAllowed = () => true,
    needsPrice = true,
    validate,
    available,
    no: [key, field],
    ordered,
  }: Subject<Form, Offer, Change>,
  no: AnyEventObject,
): Base {
  const nowOf = (snapshot: ReturnType<Run<Machine>['snapshot']>) =>
    snapshot.context as unknown as OrderNow<Form, Offer> & typeof snapshot.context
  return {
    callbacks: ['watchPrice', 'watchAccount'],
    input: () => {
      let made = 0
      return { rules, form: first, newRequestId: () => `request-id-of-form-${++made}`, serverNow: () => NOW }
    },
    distinct: ({ form, offer, now: { market }, failure }) => [
      ...reads(form as Form, offer as Offer | null),
      offer?.wanted?.state,
      market,
      failure?.refusal?.key,
    ],
    states: {
      '*': ({ can, snapshot }) => {
        // A possible order prevents leaving.
        if (snapshot().hasTag('pending')) expect([can(close), can(confirm)]).toEqual([false, false])
      },
      loading: ({ effects, can }) => {
        expect(effects.get('loadOffer')?.input).toEqual({ symbol: first.symbol })
        expect(can(confirm)).toBe(false)
      },
      failed: ({ can }) => expect(can(retry)).toBe(true),
      editing: ({ snapshot, can, passed }) => {
        const order = nowOf(snapshot())
        const { form, offer, now: price, failure } = order
        const isPaid = offer !== null && isRight(form, offer)
        const mayBe = price.market === 'live' && offer?.wanted === null && isAllowed(offer)
        expect(can(confirm)).toBe(mayBe && isPaid)
        expect(validate(order).values !== undefined).toBe(isPaid && (price.price !== '' || !needsPrice))
        const heard = passed.slice(passed.findLastIndex(({ type }) => type === 'xstate.done.actor.loadOffer'))
        for (const [currency, amount] of Object.entries(offer ? available(offer) : {})) {
          const told = heard.find((event) => event.wallet?.currency === currency)
          expect(amount).toBe(told ? told.wallet.available : available(known)[currency])
        }
        expect(snapshot().context.requestId).toBe(idOf(passed))
        if (passed.at(-1) === no) expect(failure).toMatchObject({ refusal: { key }, field })
        if (passed.at(-1) === expired)
          expect(failure).toMatchObject({ refusal: { key: 'requestExpired' }, field: null })
        if (passed.at(-1)?.type === 'form.change') expect(failure).toBeNull()
      },
      submitting: ({ effects, passed, snapshot }) => {
        const requestId = idOf(passed)
        expect(effects.get('submitOnce')?.input).toEqual({
          request: { ...nowOf(snapshot()).form, requestId, confirmBy: Math.floor(NOW) + 10_000 },
        })
        expect(snapshot().context.failure).toBeNull()
      },
      'submitting.uncertain': ({ passed, effects, snapshot }) => {
        expect(snapshot().hasTag('uncertain')).toBe(true)
        if (passed.at(-1) === checkNow) expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
      unknown: ({ can }) => expect(can(close)).toBe(true),
      ordered: ({ snapshot }) => expect(snapshot().context.order).toBe(ordered),
    },
  }
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

function testOrderForm<Form extends { symbol: string }, Offer extends OrderOffer, Change>(
  subject: Subject<Form, Offer, Change>,
) {
  const { kind, offer, price, available, more } = subject
  const [live, stale] = [priced('live', price), priced('stale', price)]
  const [right, tooMuch] = [change(subject.right), change(subject.tooMuch)]
  const no = done('submitOnce', { type: 'refused', error: refused(subject.no[0]) })
  const loaded = done('loadOffer', offer)
  const base = baseOf(subject, no)
  testMachine(orderFormMachine, [
    {
      shows: `${kind}: orders once, and only what is right, at a price that is fresh`,
      ...base,
      events: [
        ...[loaded, failed('loadOffer', unanswered), retry, live, stale, right, tooMuch, confirm, close, checkNow],
        ...[sending({ uncertain: 'waiting' }), sending('sending')],
        ...[done('submitOnce', { type: 'done', answer: subject.ordered }), no, done('submitOnce', { type: 'unknown' })],
        ...[ours, coin, another, elsewhere],
      ],
      canHappen: (event, snapshot) => {
        if (event === stale) return snapshot.matches('editing')
        // Once is enough.
        const { offer: at } = snapshot.context
        if (event === ours || event === coin)
          return at !== null && isSame(available(at as unknown as Offer), available(offer))
        return true
      },
    },
    {
      shows: `${kind}: waits for a name where trading wants one, and goes on once it is verified`,
      ...base,
      events: [
        done('loadOffer', { ...offer, wanted: { state: 'pendingReview', reviewSeconds: 30 } }),
        ...[live, right, kyc('refused'), kyc('verified'), missed, confirm],
      ],
    },
    {
      shows: `${kind}: is sent as another request after one that cannot be placed any more`,
      ...base,
      events: [loaded, live, right, confirm, expired],
    },
    ...(more?.(base, loaded) ?? []),
  ])
}

testOrderForm({
  kind: 'a contract',
  rules: leverRules,
  first: newLever('BTCUSDT', 'long'),
  offer: { deal, wanted: null, days: [] } satisfies LeverOffer as LeverOffer,
  price: '40000.00',
  right: { quantity: '0.01' },
  tooMuch: { quantity: '19' },
  reads: ({ quantity }, offer) => [quantity, offer?.deal.available],
  isRight: ({ quantity }, { deal }) =>
    quantity !== '' && Number(quantity) * 40_000 * 1.01 * (1 / 5 + 0.0005) <= Number(deal.available),
  validate: validateLeverNow,
  available: ({ deal }) => ({ USDT: deal.available }),
  no: ['leverageTooHigh', 'leverage'],
  ordered: leverOrderOf('order-0001'),
})

testOrderForm({
  kind: 'a position in lots',
  rules: forexRules,
  first: newForex('EURUSD', 'long'),
  offer: { pair: pairDetails, wanted: null, days: [] } satisfies ForexOffer as ForexOffer,
  price: '1.08000',
  right: { lots: '0.05' },
  tooMuch: { lots: '5' },
  reads: ({ lots }, offer) => [lots, offer?.pair.available],
  // A twentieth of a lot holds 272.72.
  isAllowed: ({ pair: { cardBound } }) => cardBound,
  isRight: ({ lots }, { pair: { available } }) =>
    lots !== '' && Number(lots) * 100_000 * (1.08005 / 20) * 1.01 <= Number(available),
  validate: validateForexNow,
  available: (offer) => ({ USDT: offer.pair.available }),
  no: ['wrongLots', 'lots'],
  ordered: forexOrderOf('order-0001'),
  more: (base) => [
    {
      shows: 'a position in lots: orders nothing without a bank card',
      ...base,
      events: [
        done('loadOffer', { pair: { ...pairDetails, cardBound: false }, wanted: null, days: [] }),
        ...[priced('live', '1.08000'), change({ lots: '0.05' }), confirm],
      ],
    },
  ],
})

const spotOffer: SpotOffer = { pair, wanted: null, days: [] }
testOrderForm({
  kind: 'a coin',
  rules: spotRules,
  first: newSpot('BTCUSDT', 'buy'),
  offer: spotOffer,
  price: '40000.00',
  right: { quantity: '0.01' },
  tooMuch: { quantity: '1.9' },
  reads: ({ quantity }, offer) => [
    quantity,
    offer?.pair.quote.available,
    offer?.pair.base.available,
    offer?.pair.orders.map(({ version }) => version).join(),
  ],
  // A hundredth above the best ask, and a thousandth of that.
  isRight: ({ side, quantity }, { pair: { base, quote } }) =>
    quantity !== '' &&
    (side === 'buy'
      ? Number(quantity) * 40_000.4 * 1.01 * 1.001 <= Number(quote.available)
      : Number(quantity) <= Number(base.available)),
  validate: validateSpotNow,
  available: (offer) => ({ USDT: offer.pair.quote.available, BTC: offer.pair.base.available }),
  no: ['limitSellTooLow', 'price'],
  ordered: spotOrderOf('order-0001'),
  more: (base, loaded) => [
    {
      shows: 'a coin: sells what there is of it, and follows what is live beside it, the newer of two reports',
      ...base,
      events: [
        ...[loaded, priced('live', '40000.00'), change({ side: 'sell', quantity: '0.02' })],
        ...[waits, newer, over, elsewhere],
      ],
      states: {
        ...base.states,
        editing: (run) => {
          base.states.editing?.(run)
          const { orders } = (run.snapshot().context.offer as SpotOffer | null)?.pair ?? pair
          const { passed } = run
          const heard = passed.slice(passed.indexOf(loaded)).filter((event) => event === waits || event === newer)
          const [last] = passed.filter((event) => event === over || event === waits || event === newer).slice(-1)
          expect(orders.every(({ symbol, state }) => symbol === 'BTCUSDT' && state !== 'filled')).toBe(true)
          if (last === over) expect(orders).toEqual([])
          else if (heard.length > 0) expect(orders).toHaveLength(1)
        },
      },
    },
  ],
})

const options: MicrotradeOffer = {
  wanted: null,
  terms: [
    {
      currency: 'USDT',
      available: '150.000000',
      periods: [
        { seconds: 30, payoutBps: 8_500, min: '10', max: '5000', unit: '1' },
        { seconds: 60, payoutBps: 8_800, min: '10', max: '5000', unit: '1' },
      ],
    },
    {
      currency: 'BTC',
      available: '0.00000000',
      periods: [{ seconds: 30, payoutBps: 8_500, min: '0.0002', max: '0.1', unit: '0.0001' }],
    },
  ],
}
testOrderForm({
  kind: 'an option',
  rules: microtradeRules,
  first: newMicrotrade('BTCUSDT', 'rise'),
  offer: options,
  price: '40000.00',
  right: { amount: '100' },
  tooMuch: { amount: '151' },
  reads: ({ amount, currency }, offer) => [amount, currency, ...(offer?.terms.map(({ available }) => available) ?? [])],
  isRight: ({ amount, currency }, { terms: [usdt] }) =>
    currency === 'USDT' && Number(amount) >= 10 && Number(amount) <= Number(usdt?.available),
  // The stake does not depend on the price.
  needsPrice: false,
  validate: validateMicrotradeNow,
  available: ({ terms: [usdt, btc] }) => ({ USDT: usdt?.available ?? null, BTC: btc?.available ?? null }),
  no: ['insufficientBalance', 'amount'],
  ordered: { id: 'order-0001', state: 'accepted' },
  more: (base, loaded) => [
    {
      shows: 'an option: a currency and a period on offer, and no amount of one currency for another',
      ...base,
      input: () =>
        ({ ...base.input?.(), form: { ...newMicrotrade('BTCUSDT', 'rise'), seconds: 7, currency: 'XYZ' } }) as never,
      events: [loaded, change({ amount: '100' }), change({ currency: 'BTC' })],
      states: {
        editing: ({ snapshot, passed }) => {
          const { currency, seconds, amount } = snapshot().context.form as MicrotradeForm
          const isBitcoin = passed.some((event) => event.change?.currency === 'BTC')
          expect([currency, seconds]).toEqual([isBitcoin ? 'BTC' : 'USDT', 30])
          expect(amount).toBe(passed.at(-1)?.change?.amount ?? '')
        },
      },
    },
  ],
})

it('order form: is limited by the coin balance for a sale, and by USDT for a purchase', () => {
  const validated = (side: 'buy' | 'sell', size: string) =>
    validateSpotNow({
      form: { ...newSpot('BTCUSDT', side), quantity: size },
      offer: spotOffer,
      now: { market: 'live', price: '40000.00' },
    }).errors
  expect([validated('sell', '0.5'), validated('buy', '0.0123')]).toEqual([{}, {}])
  const poor = { quantity: { key: 'insufficientBalance' } }
  expect([validated('sell', '0.5001'), validated('buy', '0.0124')]).toEqual([poor, poor])
})

it('cancels a limit order while it waits, and no order that takes its next tick', () => {
  const can = (changed: Partial<SpotOrder>) => canCancelSpot(spotOrderOf('order-0001', changed))
  expect(can({})).toBe(true)
  expect(can({ state: 'filling.waiting', timeInForce: 'postOnly' })).toBe(true)
  expect(can({ state: 'pending' })).toBe(false)
  expect(can({ state: 'filling.cancelling' })).toBe(false)
  expect(can({ state: 'filling.waiting', timeInForce: 'ioc' })).toBe(false)
  expect(can({ state: 'filling.waiting', type: 'market' })).toBe(false)
  expect(can({ state: 'filled' })).toBe(false)
})
