import { useMemo, useState } from 'react'
import type { Equity } from '../../../api/money/wallet.ts'
import { type Range, ranges } from '../../../api/money/worth.ts'
import { worthHistory } from '../../../machines/money/worth.ts'
import { equity$ } from '../../../streams/equity.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useHidden } from '../../app/hidden.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import type { UiKey } from '../../i18n/index.ts'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { Gain } from './gain.tsx'
import { Line } from './line.tsx'
import css from './net-worth.module.css'
import { InCurrency, type ValuedIn } from './valued-in.tsx'

const rangeNames = {
  day: 'wallet.range.day',
  week: 'wallet.range.week',
  month: 'wallet.range.month',
  all: 'wallet.range.all',
} as const satisfies Record<Range, UiKey>

/** The user's net worth in the display currency, and its change: today, in all, and as a line. */
export function NetWorth({ equity, valuedIn }: { equity: Equity; valuedIn: ValuedIn }) {
  const { quotes } = useServices()
  const total$ = useMemo(() => equity$(equity, quotes.quote$), [equity, quotes])
  const [range, setRange] = useState<Range>('week')
  const { t } = useLabels()
  return (
    <section className={css.worth} aria-label={t('wallet.change')}>
      <InCurrency total$={total$} valuedIn={valuedIn} />
      <Past key={range} range={range} total$={total$} />
      <div className={css.ranges}>
        <Choice
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

type Totals = ReturnType<typeof equity$>

function Past({ range, total$ }: { range: Range; total$: Totals }) {
  const { t } = useLabels()
  const hidden = useHidden()
  const actor = useActorOf(worthHistory, { range })
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const { history } = useShown(actor, ({ context }) => ({ history: context.value }))
  const points = history?.points ?? []
  return (
    <>
      <dl className={css.gains}>
        <div>
          <dt>{t('wallet.today')}</dt>
          <dd>
            <Gain total$={total$} since={history?.today} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.allTime')}</dt>
          <dd>
            <Gain total$={total$} since={history?.total} />
          </dd>
        </div>
      </dl>
      <div className={css.line}>
        {!hidden && points.length > 1 && <Line points={points} />}
        {points.length === 1 && <p className={css.asOf}>{t('wallet.lineLater')}</p>}
      </div>
    </>
  )
}
