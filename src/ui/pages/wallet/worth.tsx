import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { Wallet } from '../../../api/wallet.ts'
import { type Range, type Rate, ranges } from '../../../api/worth.ts'
import { gainSince, inCurrency } from '../../../rules/worth.ts'
import { type TotalBalance as Total, totalBalance$ } from '../../../streams/totalBalance.ts'
import { useBind, useText } from '../../bind.ts'
import { changePercent, directionOf, formatAmount, formatPercent, formatPlain, formatTime } from '../../format.ts'
import { MASK, useHidden } from '../../hidden.ts'
import type { UiKey } from '../../i18n/index.ts'
import { useWords } from '../../i18n/index.ts'
import { keep, readKept } from '../../kept.ts'
import { usePart } from '../../part.ts'
import { Choice } from '../../parts/choice.tsx'
import { useReconnected } from '../../reconnected.ts'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import { Line } from './line.tsx'
import { wallet } from './part.ts'
import css from './worth.module.css'

const USDT = 'USDT'
const KEPT = 'valued-in'
const isText = (value: unknown): value is string => typeof value === 'string'
/** Currencies without a smaller coin. */
const decimalsOf = (currency: string) => (currency === 'JPY' ? 0 : 2)

const rangeNames = {
  day: 'wallet.range.day',
  week: 'wallet.range.week',
  month: 'wallet.range.month',
  all: 'wallet.range.all',
} as const satisfies Record<Range, UiKey>

/** What all wallets come to in a currency of one's choice, and how that changed: today, since one began, and as a line. */
export function Worth({ wallets }: { wallets: readonly Wallet[] }) {
  const { quotes } = useServices()
  const total$ = useMemo(() => totalBalance$(wallets, USDT, quotes.quote$), [wallets, quotes])
  const [range, setRange] = useState<Range>('week')
  const { t } = useWords()
  return (
    <section className={css.worth} aria-label={t('wallet.change')}>
      <InCurrency total$={total$} />
      <Past key={range} range={range} total$={total$} />
      <div className={css.ranges}>
        <Choice
          look="pills"
          legend={t('wallet.range')}
          hideLegend
          options={ranges.map((value) => ({ value, label: t(rangeNames[value]) }))}
          value={range}
          onChange={setRange}
        />
      </div>
    </section>
  )
}

type Totals = ReturnType<typeof totalBalance$>

function InCurrency({ total$ }: { total$: Totals }) {
  const { inspection } = useServices()
  const machines = usePart(wallet)
  const { t, lang } = useWords()
  const hidden = useHidden()
  const actor = useActorRef(machines.rates, { ...inspection, input: {} })
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const { rates } = useShown(actor, ({ context }) => ({ rates: context.value ?? none }))
  const [chosen, choose] = useState(() => readKept(KEPT, isText) ?? 'USD')
  const dollar: Rate = { currency: 'USD', rate: '1', time: 0 }
  const rate = rates.find(({ currency }) => currency === chosen) ?? dollar
  const { currency } = rate
  const figure = useText<Total>(total$, ({ total }) =>
    hidden ? MASK : `≈ ${formatAmount(inCurrency(total, rate.rate, decimalsOf(currency)), decimalsOf(currency), lang)}`,
  )
  return (
    <div className={css.other}>
      <p className={css.figure}>
        <select
          className={css.select}
          aria-label={t('wallet.valuedIn')}
          value={currency}
          onChange={({ target: { value } }) => {
            keep(KEPT, value)
            choose(value)
          }}
        >
          {[dollar, ...rates].map((each) => (
            <option key={each.currency}>{each.currency}</option>
          ))}
        </select>{' '}
        <span ref={figure} />
      </p>
      <p className={css.asOf}>
        {rate.time === 0
          ? t('wallet.asDollar')
          : t('wallet.rate', {
              rate: `${formatPlain(rate.rate, lang)} ${currency}`,
              time: formatTime(Math.floor(rate.time / 1000)),
            })}
      </p>
    </div>
  )
}

const none: readonly Rate[] = []

function Past({ range, total$ }: { range: Range; total$: Totals }) {
  const { inspection } = useServices()
  const machines = usePart(wallet)
  const { t, lang } = useWords()
  const hidden = useHidden()
  const actor = useActorRef(machines.history, { ...inspection, input: { range } })
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const { history } = useShown(actor, ({ context }) => ({ history: context.value }))
  const write = (element: HTMLElement, total: string, since: { value: string; paidIn: string } | undefined) => {
    if (!since) return
    const { gain, base } = gainSince(total, since)
    const arrow = { up: '▲ ', down: '▼ ', flat: '' }[directionOf(gain)]
    const percent = base === null ? '' : ` · ${formatPercent(changePercent(base, total), lang, { sign: true })}`
    element.dataset.direction = hidden ? 'flat' : directionOf(gain)
    element.textContent = hidden ? MASK : `${arrow}${formatAmount(gain, 2, lang, { sign: true })}${percent}`
  }
  const today = useBind<Total, HTMLElement>(total$, (element, { total }) => write(element, total, history?.today))
  const all = useBind<Total, HTMLElement>(total$, (element, { total }) => write(element, total, history?.total))
  const points = history?.points ?? []
  return (
    <>
      <dl className={css.gains}>
        <div>
          <dt>{t('wallet.today')}</dt>
          <dd ref={today} />
        </div>
        <div>
          <dt>{t('wallet.allTime')}</dt>
          <dd ref={all} />
        </div>
      </dl>
      <div className={css.line}>
        {!hidden && points.length > 1 && <Line points={points} />}
        {points.length === 1 && <p className={css.asOf}>{t('wallet.lineLater')}</p>}
      </div>
    </>
  )
}
