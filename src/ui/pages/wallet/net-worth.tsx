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
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { Gain } from './gain.tsx'
import { Line } from './line.tsx'
import css from './net-worth.module.css'
import { InCurrency, type ValuedIn } from './valued-in.tsx'

/** The change of the user's equity over a range, its value in the display currency, and the line of it. */
export function NetWorth({ equity, valuedIn }: { equity: Equity; valuedIn: ValuedIn }) {
  const { quotes } = useServices()
  const total$ = useMemo(() => equity$(equity, quotes.quote$), [equity, quotes])
  const [range, setRange] = useState<Range>('month')
  const { t } = useLabels()
  return (
    <div className={css.worth}>
      <Past key={range} range={range} total$={total$} valuedIn={valuedIn} />
      <Choice
        legend={t('time.range')}
        hideLegend
        options={ranges.map((value) => ({ value, label: t(`wallet.range.${value}`) }))}
        value={range}
        onChange={setRange}
      />
    </div>
  )
}

/** Today counts from midnight; the others from their first point, or from the beginning. */
const starts = { day: 'today', week: 'since', month: 'since', year: 'since', all: 'total' } as const

type PastProps = { range: Range; total$: ReturnType<typeof equity$>; valuedIn: ValuedIn }

function Past({ range, total$, valuedIn }: PastProps) {
  const { t } = useLabels()
  const hidden = useHidden()
  const actor = useActorOf(worthHistory, { range })
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const { history } = useShown(actor, ({ context }) => ({ history: context.value }))
  const points = history?.points ?? []
  return (
    <>
      <div className={css.change}>
        <p className={css.gained}>
          <Gain total$={total$} since={history?.[starts[range]]} /> {t(`wallet.in.${range}`)}
        </p>
        <InCurrency total$={total$} valuedIn={valuedIn} />
      </div>
      <div className={css.line}>
        {!hidden && <Line points={points} />}
        {points.length === 1 && <p className={css.asOf}>{t('wallet.lineLater')}</p>}
      </div>
    </>
  )
}
