import { useState } from 'react'
import type { Order } from '../../../api/trade/orders.ts'
import { allOrdersMachine } from '../../../machines/trade/allOrders.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, parseSigned } from '../../../rules/money/money.ts'
import { monthOf, monthsAfter } from '../../../rules/time/months.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { bcp47, directionOf, formatAmount, formatter } from '../../format/format.ts'
import { formatMonth } from '../../format/period.ts'
import { useZone, zoneName } from '../../format/zone.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { dailyProfit, weeksOf } from './daily-profit.ts'
import css from './daily-sheet.module.css'
import { colours } from './figures.tsx'
import { ofKind } from './order-kind.ts'
import { orders as part } from './part.ts'

const CURRENCY = 'USDT'

/** Realised P&L of each day of a month, in the user's time zone. */
export function DailySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLabels()
  return (
    <Sheet open={open} onClose={onClose} title={t('orders.daily')}>
      <Loaded />
    </Sheet>
  )
}

function Loaded() {
  const { t } = useLabels()
  const actor = useActorOf(allOrdersMachine)
  const { orders, view } = useShown(actor, (now) => ({
    orders: now.context.orders,
    view: now.matches('ready') ? 'ready' : now.hasTag('failed') ? 'failed' : 'loading',
  }))
  if (view === 'loading') return <Skeleton shapes={['line', 'chart']} />
  if (view === 'failed') {
    const retry = () => actor.send({ type: 'orders.retry' })
    return <LoadFailure title={t('orders.failed')} text={t('page.failedHint')} onRetry={retry} />
  }
  return <Calendar orders={orders} />
}

function Calendar({ orders }: { orders: readonly Order[] }) {
  const { kinds } = usePart(part)
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const zone = useZone()
  const thisMonth = monthOf(serverNow() / 1000, zone)
  const [month, setMonth] = useState(thisMonth)
  const days = dailyProfit(orders, (order) => ofKind(kinds, order.kind).net(order), { currency: CURRENCY, zone })
  const { scale } = currencyOf(CURRENCY)
  const sum = [...days].reduce(
    (sum, [day, net]) => (day.startsWith(month) ? sum + (parseSigned(net, scale) ?? 0n) : sum),
    0n,
  )
  const amount = (net: string) => formatAmount(net, 'exact', CURRENCY, lang, { sign: true })
  const weekday = new Intl.DateTimeFormat(bcp47(lang), { weekday: 'short', timeZone: 'UTC' })
  const compact = { notation: 'compact', maximumSignificantDigits: 3, signDisplay: 'exceptZero' } as const
  const short = (net: string) => formatter(lang, compact).format(Number(net)).replace('-', '−')
  const total = formatMoney(sum, scale)
  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <button
          type="button"
          className={css.step}
          aria-label={t('month.before')}
          onClick={() => setMonth(monthsAfter(month, -1))}
        >
          <Icon name="back" size={20} />
        </button>
        <p className={css.month} aria-live="polite">
          {formatMonth(month, lang)}
          <span className={colours[directionOf(total)]}>
            {amount(total)} {CURRENCY}
          </span>
        </p>
        <button
          type="button"
          className={css.step}
          aria-label={t('orders.monthAfter')}
          disabled={month >= thisMonth}
          onClick={() => setMonth(monthsAfter(month, 1))}
        >
          <Icon name="forward" size={20} />
        </button>
      </div>
      <table className={css.days}>
        <thead>
          <tr>
            {[5, 6, 7, 8, 9, 10, 11].map((day) => (
              <th key={day} scope="col">
                {weekday.format(Date.UTC(2026, 0, day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month are in a fixed order
            <tr key={at}>
              {week.map((day, at) => {
                const net = day === null ? undefined : days.get(day)
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week are in a fixed order
                  <td key={at} data-way={net === undefined ? undefined : directionOf(net)}>
                    {day !== null && <span className={css.day}>{Number(day.slice(8))}</span>}
                    {net !== undefined && (
                      <span className={css.net} title={`${amount(net)} ${CURRENCY}`}>
                        {short(net)}
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="fine">{t('orders.dailyHint', { zone: zoneName(zone) })}</p>
    </div>
  )
}
