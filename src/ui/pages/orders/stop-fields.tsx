import { useState } from 'react'
import { endsBefore } from '../../../rules/lever/figures.ts'
import type { StopField } from '../../../rules/lever/form.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { changePercent, directionOf, formatAmount, formatBps, formatPercent, formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { QuickValues } from '../../parts/fields/quick-values.tsx'
import { colours } from './figures.tsx'
import css from './order-form.module.css'
import { priceAway } from './quick-values.ts'

type StopFieldsProps = {
  symbol: string
  direction: LeverDirection
  /** The price that distances are measured from: of the opening, or the current one. */
  from: string
  /** The liquidation price; absent if there is none or it is unknown. */
  end: string | null | undefined
  values: Readonly<Record<StopField, string>>
  currency: string
  /** The total result of a close at a price, as a signed decimal; absent if it cannot be calculated. */
  netAt: (price: string) => string | undefined
  wrong: (field: StopField) => string | undefined
  onChange: (change: Partial<Record<StopField, string>>) => void
  /** The distance of a stop, instead of a percentage. */
  away?: (from: string, to: string) => string
  /** A note shown below the fields once one is set. */
  note?: string
}

const fields = ['takeProfit', 'stopLoss'] as const

/** Distances that a stop can be set at, in basis points of the price. */
const DISTANCES_BPS = { takeProfit: [100, 200, 300, 500], stopLoss: [50, 100, 200, 300] }

/** Take profit and stop loss of a position, each with its distance and its estimated result. */
export function StopFields(props: StopFieldsProps) {
  const { symbol, direction, from, end, values, currency, netAt, wrong, onChange, note } = props
  const { t, lang } = useLabels()
  const { away = (from, to) => formatPercent(changePercent(from, to), lang, { sign: true }) } = props
  const [chosen, choose] = useState<StopField>()
  const { quote, scale } = instrumentOf(symbol)
  const wayOf = (field: StopField) => ((field === 'takeProfit') === (direction === 'long') ? 1 : -1)
  const netOf = (at: string) => {
    const net = at === '' ? undefined : netAt(at)
    return (
      net !== undefined && (
        <span className={colours[directionOf(net)]}>{formatAmount(net, 'result', currency, lang, { sign: true })}</span>
      )
    )
  }
  return (
    <fieldset className={css.fieldset}>
      <legend className="visually-hidden">{t('lever.stops')}</legend>
      <div className={css.pair}>
        {fields.map((field) => (
          <AmountField
            key={field}
            onFocus={() => choose(field)}
            label={t(`lever.${field}`)}
            hint={
              field === 'stopLoss' && end && endsBefore({ symbol, direction }, end, values[field])
                ? t('lever.endsBefore', { price: formatPrice(end, scale, lang) })
                : undefined
            }
            error={values[field] === '' ? undefined : wrong(field)}
            value={values[field]}
            onChange={(text) => onChange({ [field]: text })}
            measure={{ code: quote, scale, shown: scale }}
            limit={netOf(values[field])}
            unit={
              <span className={css.away}>
                {from === '' || values[field] === '' ? quote : away(from, values[field])}
              </span>
            }
          />
        ))}
      </div>
      {chosen && (
        <QuickValues
          label={t(`lever.${chosen}`)}
          values={DISTANCES_BPS[chosen].map((bps) => ({
            value: bps,
            label: `${wayOf(chosen) > 0 ? '+' : '−'}${formatBps(bps, lang)}`,
            disabled: from === '',
          }))}
          isChosen={(bps) => values[chosen] !== '' && values[chosen] === priceAway(from, wayOf(chosen) * bps, symbol)}
          onChoose={(bps) => onChange({ [chosen]: priceAway(from, wayOf(chosen) * bps, symbol) })}
        />
      )}
      {note && fields.some((field) => values[field] !== '') && <p className={css.past}>{note}</p>}
    </fieldset>
  )
}
