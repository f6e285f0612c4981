import { expect } from 'vitest'
import type { SwapOffer } from '../../../src/api/money/swap.ts'
import { swapFormMachine } from '../../../src/machines/money/swapForm.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { swapOf } from '../kit/swaps.ts'

type Form = Run<typeof swapFormMachine>

const offer: SwapOffer = {
  spreadBps: 20,
  feeBps: 10,
  driftBps: 20,
  seconds: 10,
  min: '1',
  refusal: null,
  currencies: [
    { currency: 'USDT', available: '500.000000' },
    { currency: 'BTC', available: '0.01000000' },
  ],
}
const quote = swapOf('quote-0001', { state: 'quoted', version: 1, settledAt: null })
const executed = swapOf('quote-0001')
const blocked: SwapOffer = { ...offer, refusal: 'unfinishedTrades' }
const loaded = done('load', offer)
const missed = { type: 'account.missed' } as const
const live = { type: 'prices.changed', prices: { market: 'live', prices: { BTCUSDT: '40000.00' } } } as const
const stale = { type: 'prices.changed', prices: { market: 'stale', prices: { BTCUSDT: '40000.00' } } } as const
const amount = { type: 'swap.change', change: { amount: '400' } } as const
const tooMuch = { type: 'swap.change', change: { amount: '501' } } as const
const ask = { type: 'swap.quote' } as const
const confirm = { type: 'swap.confirm' } as const
const back = { type: 'swap.back' } as const
const wallet = {
  type: 'account.wallet',
  wallet: { currency: 'USDT', balance: '100.000000', available: '100.000000', frozen: '0.000000', version: 3 },
} as const
const said = (key: Parameters<typeof refused>[0]) => done('submitOnce', { type: 'refused', error: refused(key) })
const swapped = done('submitOnce', { type: 'done', answer: executed })
const untold = done('submitOnce', { type: 'unknown' })
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })
const waits = sending({ uncertain: 'waiting' })

const base: Pick<Walk<typeof swapFormMachine>, 'input' | 'callbacks' | 'distinct' | 'states'> = {
  callbacks: ['watchPrices', 'watchAccount'],
  input: () => {
    let made = 0
    return {
      from: undefined,
      to: undefined,
      newRequestId: () => `request-id-of-form-${++made}`,
      serverNow: () => quote.quotedAt + 2_000,
    }
  },
  distinct: ({ form, prices, failure, quote: known, offer: terms }) => [
    form.from,
    form.to,
    form.amount,
    prices.market,
    failure?.refusal?.key,
    failure === null,
    terms?.refusal,
    known?.state,
    terms?.currencies[0]?.available,
  ],
  states: {
    '*': (run: Form) => {
      const { snapshot, effects, begun } = run
      const { form } = snapshot().context
      const heard = effects.get('watchPrices')?.heard ?? []
      // It watches only the prices of the form's currencies.
      expect(heard.at(-1)).toMatchObject({ type: 'prices.watch', symbols: ['BTCUSDT'] })
      expect([form.from, form.to].sort()).toEqual(['BTC', 'USDT'])
      const ids = begun.flatMap(({ src, input }) =>
        src === 'takeQuote'
          ? [(input as { requestId: string }).requestId]
          : src === 'submitOnce'
            ? [(input as { request: { requestId: string } }).request.requestId]
            : [],
      )
      expect(new Set(ids).size).toBe(ids.length)
    },
    editing: ({ snapshot, can, passed }) => {
      const { form, prices, offer: terms, failure } = snapshot().context
      const available = Number(terms?.currencies.find(({ currency }) => currency === form.from)?.available)
      const isRight = form.amount !== '' && Number(form.amount) <= available
      expect(can(ask)).toBe(prices.market === 'live' && terms?.refusal === null && isRight)
      expect(can(confirm)).toBe(false)
      // A missed event may have been a market opening or closing.
      expect(can(missed)).toBe(true)
      // While a sheet or a quote was open, orders may have opened or ended unobserved.
      if (snapshot().context.quote || passed.at(-1)?.type.endsWith('takeQuote')) {
        expect(snapshot().matches({ editing: 'reloading' })).toBe(true)
      }
      if (passed.at(-1)?.error && passed.at(-1)?.type.endsWith('takeQuote')) expect(failure).not.toBeNull()
      // Prices of other legs do not affect these.
      if (passed.at(-1)?.type === 'swap.change') expect(prices).toEqual({ market: 'stale', prices: {} })
    },
    quoting: ({ snapshot, effects, can }) => {
      expect(snapshot().hasTag('busy')).toBe(true)
      expect(effects.get('takeQuote')?.input).toMatchObject(snapshot().context.form)
      expect(can(ask)).toBe(false)
    },
    quoted: ({ snapshot, actor, can }) => {
      expect(snapshot().context.quote).toEqual(quote)
      expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(8_000)
      expect(can(confirm)).toBe(snapshot().context.prices.market === 'live')
    },
    over: ({ can }) => expect(can(confirm)).toBe(false),
    swapping: ({ effects, can, snapshot }) => {
      expect(snapshot().hasTag('pending')).toBe(true)
      expect(effects.get('submitOnce')?.input).toMatchObject({ request: { id: quote.id } })
      for (const event of [confirm, back, ask]) expect(can(event)).toBe(false)
    },
    'swapping.uncertain': ({ snapshot, actor, effects }) => {
      expect(snapshot().hasTag('uncertain')).toBe(true)
      checkNow(actor)
      expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
    },
    unknown: ({ snapshot }) => expect(snapshot().hasTag('pending')).toBe(false),
    swapped: ({ snapshot }) => {
      expect(snapshot().context).toMatchObject({ quote: executed, form: { amount: '' } })
    },
  },
}

testMachine(swapFormMachine, [
  {
    shows: 'asks for a quote only where all is right and prices are fresh, and by prices of what stands on the form',
    ...base,
    events: [
      loaded,
      live,
      stale,
      amount,
      tooMuch,
      wallet,
      { type: 'swap.change', change: { turn: true } },
      ask,
      failed('takeQuote', refused('insufficientFundBalance')),
      failed('takeQuote', unanswered),
    ],
    canHappen: (event, snapshot) => {
      if (event === wallet) return snapshot.context.offer?.currencies[0]?.available === '500.000000'
      return event !== tooMuch || snapshot.context.form.from === 'USDT'
    },
  },
  {
    shows: 'asks for none while something is open, and learns when that has ended',
    ...base,
    events: [
      done('load', blocked),
      live,
      amount,
      missed,
      wallet,
      ask,
      done('reload', offer),
      failed('reload', unanswered),
    ],
    canHappen: (event, snapshot) => {
      if (event === wallet) return snapshot.context.offer?.currencies[0]?.available === '500.000000'
      if (event === ask) return snapshot.context.prices.market === 'live'
      return event !== amount || snapshot.context.form.amount === ''
    },
  },
  {
    shows: 'carries a quote out once, while it holds and prices are fresh',
    ...base,
    events: [
      loaded,
      live,
      stale,
      amount,
      ask,
      done('takeQuote', quote),
      confirm,
      back,
      waits,
      sending('sending'),
      swapped,
      said('priceMoved'),
      untold,
    ],
    canHappen: (event, snapshot) => {
      if (event === stale) return snapshot.matches('quoted') || snapshot.matches('over')
      if (event === live) return snapshot.context.prices.market !== 'live'
      return event !== amount || snapshot.context.form.amount === ''
    },
  },
])
