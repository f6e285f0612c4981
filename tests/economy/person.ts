import { cancelForex, closeForex, submitForex } from '../../server/forex/acts.ts'
import { ownOf, requireNothingOpen } from '../../server/leaving.ts'
import { walletsWithin } from '../../server/ledger/module.ts'
import { addMarginToLever, cancelLever, closeLever, setStopOfLever } from '../../server/lever/acts.ts'
import { submitLever } from '../../server/lever/submit.ts'
import { loanKind } from '../../server/loan/kind.ts'
import { type LoanRow, standingAt, take } from '../../server/loan/order.ts'
import { buy } from '../../server/microtrade/buy.ts'
import { microtradeKind } from '../../server/microtrade/kind.ts'
import { moveOrder, placeOrder } from '../../server/orders/module.ts'
import { join, terminate } from '../../server/plan/join.ts'
import { savingsKind } from '../../server/savings/kind.ts'
import { cancel, place } from '../../server/savings/place.ts'
import { execute, quote } from '../../server/swap/quote.ts'
import { limitsOf } from '../../server/withdrawal/conditions.ts'
import { withdrawalKind } from '../../server/withdrawal/kind.ts'
import { Refusal, refusalOf } from '../../src/api/wire/messages.ts'
import type { LeverDirection } from '../../src/rules/lever/lever.ts'
import { contracts } from '../../src/rules/lever/terms.ts'
import {
  COVERED_SINCE_VERSION,
  loanCycles,
  loanLateness,
  loanLimits,
  owedOf,
  validateLoan,
  validateRepayment,
} from '../../src/rules/loan/loan.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import type { Direction } from '../../src/rules/microtrade/microtrade.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../src/rules/money/money.ts'
import { validateWithdrawal, WITHDRAWAL_FEE_BPS, WITHDRAWAL_MIN_USDT } from '../../src/rules/withdrawal/withdrawal.ts'
import type { Holes } from './holes.ts'
import { equityOf, type Measure } from './measure.ts'
import { bare, DAY_MS, type World } from './world.ts'

/** The actions of one user, decided by the server's own code. Each returns its result, or nothing if refused. */
export function personOf(world: World, holes: Holes, measure: Measure, id: string) {
  const { prices } = world
  const usdt = (amount: number) => formatMoney(BigInt(Math.max(0, Math.round(amount * 1e6))), 6)
  const mine = (table: string) => world.live(table, id)

  return {
    id,
    /** The available amount, in USDT. */
    available: (currency = 'USDT') =>
      Number(world.accounts(id).get(`${id}:${currency}:available`)?.balance ?? 0n) / 10 ** currencyOf(currency).scale,
    mine,
    /** A timed option. */
    async option(symbol: string, direction: Direction, stake: number, seconds: number) {
      const kind = instrumentOf(symbol).kind === 'crypto' ? 'crypto' : 'wh'
      const known = world.newest(symbol)?.time_ms
      return world.act('microtrade', async (unit) => {
        const input = { symbol, direction, currency: 'USDT', stake: String(Math.round(stake)), seconds }
        const bought = await buy(unit, prices, id, kind, { ...input, amount: input.stake } as never)
        if (!holes.knownTick || known === undefined) return bought
        return moveOrder(unit, { ...bare(microtradeKind), machine: microtradeKind.machine }, bought, {
          event: { type: 'order.open' },
          change: {
            ...{ open_seq: 1n, open_ms: known, open_price: world.newest(symbol)?.price ?? 0n, open_hash: 'ab' },
            due_ms: known + BigInt(seconds) * 1_000n,
          },
        })
      })
    },
    /** A contract. @param worth its notional in USDT; @param limit a price, in minor units */
    contract(
      symbol: string,
      direction: LeverDirection,
      {
        worth,
        leverage,
        limit,
        stop,
        profit,
      }: { worth: number; leverage: number; limit?: bigint; stop?: bigint; profit?: bigint },
    ) {
      const { scale, quantityScale } = instrumentOf(symbol)
      const unit = unitOf(symbol)
      const price = Number(world.shown(symbol)) / 10 ** scale
      const units = Math.floor(worth / price / unit)
      const text = (at: bigint | undefined) => (at === undefined || at <= 0n ? undefined : formatMoney(at, scale))
      return world.act('lever', (of) =>
        submitLever(of, prices, id, {
          ...{ symbol, direction, leverage, type: limit === undefined ? 'market' : 'limit', price: text(limit) },
          ...{ quantity: formatMoney(BigInt(Math.round(units * unit * 10 ** quantityScale)), quantityScale) },
          ...{ takeProfit: text(profit), stopLoss: text(stop) },
        } as never),
      )
    },
    closeContract: (order: string) =>
      world.act('lever', (unit) => closeLever(unit, prices, id, { id: order } as never)),
    cancelContract: (order: string) => world.act('lever', (unit) => cancelLever(unit, prices, id, { id: order })),
    addMargin: (order: string, amount: number) =>
      world.act('lever', (unit) => addMarginToLever(unit, prices, id, { id: order, amount: usdt(amount) })),
    setStop: (order: string, symbol: string, stop: bigint) =>
      world.act('lever', (unit) =>
        setStopOfLever(unit, prices, id, {
          id: order,
          stopLoss: formatMoney(stop, instrumentOf(symbol).scale),
        } as never),
      ),
    /** A position in lots, at the next tick or at a price, in minor units. */
    lots(symbol: string, direction: LeverDirection, lots: number, rests?: { type: 'limit' | 'stop'; price: bigint }) {
      const price = rests && formatMoney(rests.price, instrumentOf(symbol).scale)
      return world.act('forex', (unit) =>
        submitForex(unit, prices, id, {
          ...{ symbol, direction, lots: lots.toFixed(2), type: rests?.type ?? 'market', price },
        } as never),
      )
    },
    cancelLots: (order: string) => world.act('forex', (unit) => cancelForex(unit, prices, id, { id: order })),
    closeLots: (order: string) => world.act('forex', (unit) => closeForex(unit, prices, id, { id: order })),
    /** Requests a quote for a swap. */
    quote: (from: string, to: string, amount: number) =>
      world.act('swap', (unit) =>
        quote(unit, prices, id, { from, to, amount: amount.toFixed(currencyOf(from).scale) } as never),
      ),
    execute: (order: string) => world.act('swap', (unit) => execute(unit, prices, id, { id: order, requestId: '' })),
    async host(amount: number) {
      const share = measure.ownShare(id, amount)
      const order = await world.act(
        'plan',
        (unit) => join(unit, id, { pid: 'plan', amount: usdt(amount) } as never),
        !(holes.uncovered || holes.hostsLent),
      )
      if (order) measure.shares.set(order.id, share)
      return order
    },
    leavePlan: (order: string) => world.act('plan', (unit) => terminate(unit, id, order)),
    async deposit(product: string, amount: number) {
      const share = measure.ownShare(id, amount)
      const order = await world.act(
        'savings',
        (unit) => place(unit, id, { product, amount: usdt(amount), renew: false } as never),
        !(holes.uncovered || holes.hostsLent),
      )
      if (order) measure.shares.set(order.id, share)
      return order
    },
    cancelDeposit: (order: string) =>
      holes.paysWhenCancelled
        ? world.act('savings', async (unit) => {
            const row = mine('savings').find((each) => each.id === order)
            return row && moveOrder(unit, bare(savingsKind), row as never, { event: { type: 'savings.mature' } })
          })
        : world.act('savings', (unit) => cancel(unit, id, { id: order, requestId: '' })),
    /** Applies for a loan, which the automatic review pays out. */
    borrow: (amount: number, days: number) =>
      world.act('loan', async (unit) => {
        if (mine('loans').length > 0) throw new Refusal('alreadyApplied')
        const terms = { ...loanLimits, ...loanLateness, cycles: loanCycles, left: loanLimits.max }
        const { errors, values } = validateLoan({ amount: usdt(amount), days }, terms)
        if (!values) throw refusalOf(errors)
        const nothing = { house_id: '', income_id: '', statement_id: '', identity_id: '', documents: 0n, reason: null }
        const zero = {
          ...{ principal: 0n, counted: 0n, interest_micros: 0n, interest_paid: 0n, fee_micros: 0n, fee_paid: 0n },
          ...{ reminded: 0n, payments: 0n, collections: 0n, paid: 0n, last_ms: 0n, last_fee: 0n, last_interest: 0n },
          last_principal: 0n,
        }
        return placeOrder(unit, bare(loanKind), {
          ...nothing,
          ...zero,
          ...{ user_id: id, currency: 'USDT', amount: values.amount, days: BigInt(values.cycle.days) },
          rate_ppm: BigInt(values.cycle.ratePpm),
          late_ppm: BigInt(loanLateness.latePpm),
          late_cap_ppm: BigInt(loanLateness.lateCapPpm),
          collect_after_days: BigInt(loanLateness.collectAfterDays),
          ...{
            day_ms: BigInt(DAY_MS),
            start_ms: null,
            accepted_ms: BigInt(world.now),
            due_ms: BigInt(world.now + 30_000),
          },
          ...{ agreement_version: BigInt(COVERED_SINCE_VERSION), agreement_hash: '' },
        })
      }),
    repay: (part: number) =>
      world.act('loan', async (unit) => {
        const [order] = mine('loans') as LoanRow[]
        if (!order?.start_ms) throw new Refusal('orderStatusError')
        const standing = standingAt(order, world.now)
        const owed = owedOf(standing)
        const wallet = (await walletsWithin(unit, id)).find(({ currency }) => currency === 'USDT')
        const amount = formatMoney((owed.total * BigInt(Math.round(part * 1_000))) / 1_000n, 6)
        const form = { amount, all: part >= 1 }
        const { errors, values } = validateRepayment(form, { owed, available: wallet?.available ?? '0' })
        if (!values) throw refusalOf(errors)
        return moveOrder(unit, bare(loanKind), order, {
          event: { type: values.settles ? 'loan.settle' : 'loan.pay' },
          occurrence: String(order.payments + 1n),
          change: take(order, standing, { split: values, by: 'user', atMs: world.now }),
        })
      }),
    /** Takes money out. */
    async withdraw(amount: number, currency = 'USDT') {
      const order = await world.act(
        'withdrawal',
        async (unit) => {
          const { platform } = unit
          const wallets = await walletsWithin(unit, id)
          const wallet = wallets.find((each) => each.currency === currency)
          if (!wallet) throw new Refusal('wrongCurrency')
          await requireNothingOpen(platform.modules, unit, id)
          const owner = { userId: id, nowMs: world.now }
          const own = holes.takesLent ? undefined : await ownOf(platform.modules, unit, wallets, owner)
          const tick = currency === 'USDT' ? null : (world.newest(`${currency}USDT`) ?? null)
          const { scale } = currencyOf(currency)
          const form = { currency, addressId: 'a', amount: amount.toFixed(scale) }
          const network = currency === 'USDT' ? 'TRC20' : currency
          const terms = {
            ...{
              currencies: [limitsOf(wallet, { tick, highest: tick }, own)],
              authenticator: false,
              now: world.now / 1_000,
            },
            addresses: [{ id: 'a', network, usableAt: 0 }],
          }
          const { errors, values } = validateWithdrawal(form, terms)
          const { addressId: _, ...wrong } = errors
          if (Object.keys(wrong).length > 0) throw refusalOf(wrong as typeof errors)
          const minor = parseMoney(form.amount, scale) ?? 0n
          const fee = values?.fee ?? (minor * BigInt(WITHDRAWAL_FEE_BPS)) / 10_000n
          return placeOrder(unit, bare(withdrawalKind), {
            ...{ user_id: id, currency, amount: minor, fee, fee_bps: BigInt(WITHDRAWAL_FEE_BPS) },
            ...{ min_usdt: WITHDRAWAL_MIN_USDT, network, address: '', label: '', price_seq: tick?.seq ?? null },
            ...{ accepted_ms: BigInt(world.now), due_ms: BigInt(world.now + 30_000), pace_ms: 10_000n },
            ...{ approved_ms: null, left_value: null, sent_ms: null, reason: null },
          })
        },
        !(holes.uncovered || holes.takesLent),
      )
      return order
    },
    /** Sends money in from outside: a coin that was bought there at the price that is shown. */
    async payIn(amount: number, currency = 'USDT') {
      const minor = BigInt(Math.round(amount * 10 ** currencyOf(currency).scale))
      if (minor > 0n && (await world.pay(id, currency, minor))) measure.paidIn(id, currency, minor)
    },
    equity: () => equityOf(world, id),
  }
}

export type Person = ReturnType<typeof personOf>

function unitOf(symbol: string): number {
  return Number(contractUnits.get(symbol) ?? 1)
}

const contractUnits = new Map(contracts.map(({ symbol, unit }) => [symbol, unit]))
