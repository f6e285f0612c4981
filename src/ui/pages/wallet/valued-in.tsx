import { useState } from 'react'
import type { Rate } from '../../../api/money/worth.ts'
import type { Lang } from '../../../api/wire/first-fields.ts'
import { walletRates } from '../../../machines/money/worth.ts'
import type { TotalBalance as Total, totalBalance$ } from '../../../streams/totalBalance.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { keep, readKept } from '../../app/kept.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { formatPlain, formatPrice, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useText } from '../../parts/bind.ts'
import { sumInCurrency } from './gain-since.ts'
import css from './net-worth.module.css'

const KEPT = 'valued-in'
const isText = (value: unknown): value is string => typeof value === 'string'
/** Currencies without a minor unit. */
const decimalsOf = (currency: string) => (currency === 'JPY' ? 0 : 2)

/** One USDT counts as one dollar. */
const dollar: Rate = { currency: 'USD', rate: '1', time: 0 }
const none: readonly Rate[] = []

/** The chosen display currency with its rate, dollars until that is known, the other choices, and the setter. */
export type ValuedIn = { rate: Rate; isKnown: boolean; rates: readonly Rate[]; choose: (currency: string) => void }

/** The second display currency, next to USDT: stored on the device, dollars by default. */
export function useValuedIn(): ValuedIn {
  const actor = useActorOf(walletRates, {})
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const { known } = useShown(actor, ({ context }) => ({ known: context.value ?? none }))
  const [chosen, setChosen] = useState(() => readKept(KEPT, isText) ?? dollar.currency)
  const rates = [dollar, ...known]
  const rate = rates.find(({ currency }) => currency === chosen)
  return {
    rate: rate ?? dollar,
    isKnown: rate !== undefined,
    rates,
    choose: (currency) => {
      keep(KEPT, currency)
      setChosen(currency)
    },
  }
}

/** The sum of USDT amounts, signed decimals, at a rate, each as it is shown; without the currency's name. */
export function valuedAt(parts: readonly string[], { currency, rate }: Rate, lang: Lang): string {
  const decimals = decimalsOf(currency)
  return `≈ ${formatPrice(sumInCurrency(parts, rate, decimals), decimals, lang)}`
}

/** A value in the display currency, the choice of currency, and the rate used. */
export function InCurrency({ total$, valuedIn }: { total$: ReturnType<typeof totalBalance$>; valuedIn: ValuedIn }) {
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const { rate, isKnown, rates, choose } = valuedIn
  const figure = useText<Total>(total$, ({ parts }) => (hidden ? MASK : valuedAt(parts, rate, lang)))
  return (
    <div className={css.other}>
      <p className={css.figure}>
        <span ref={figure} />{' '}
        <select
          className={css.select}
          aria-label={t('wallet.valuedIn')}
          value={rate.currency}
          onChange={({ target: { value } }) => choose(value)}
        >
          {rates.map(({ currency }) => (
            <option key={currency}>{currency}</option>
          ))}
        </select>
      </p>
      {!isKnown && <p className={css.asOf}>{'\u200b'}</p>}
      {rate.time !== 0 && (
        <p className={css.asOf}>
          {t('wallet.rate', {
            rate: `${formatPlain(rate.rate, lang)} ${rate.currency}`,
            time: formatTimeMs(rate.time),
          })}
        </p>
      )}
    </div>
  )
}
