import { endsBefore } from '../../../rules/lever/figures.ts'
import type { StopField } from '../../../rules/lever/form.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatAmount, formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import css from './order-form.module.css'

type StopFieldsProps = {
  symbol: string
  direction: LeverDirection
  /** The liquidation price; absent if there is none or it is unknown. */
  end: string | null | undefined
  values: Readonly<Record<StopField, string>>
  currency: string
  /** The total result of a close at a price, as a signed decimal; absent if it cannot be calculated. */
  netAt: (price: string) => string | undefined
  wrong: (field: StopField) => string | undefined
  onChange: (change: Partial<Record<StopField, string>>) => void
  /** A note shown below the fields once one is set. */
  note?: string
}

const fields = ['takeProfit', 'stopLoss'] as const

/** Take profit and stop loss of a position, each with its estimated result. */
export function StopFields({
  symbol,
  direction,
  end,
  values,
  currency,
  netAt,
  wrong,
  onChange,
  note,
}: StopFieldsProps) {
  const { t, lang } = useLabels()
  const { quote, scale } = instrumentOf(symbol)
  const hintOf = (field: StopField): string => {
    const at = values[field]
    if (field === 'stopLoss' && end && endsBefore({ symbol, direction }, end, at))
      return t('lever.endsBefore', { price: formatPrice(end, scale, lang) })
    const net = at === '' ? undefined : netAt(at)
    if (net === undefined) return t('lever.optional')
    return t('lever.ifReached', { amount: formatAmount(net, 'result', currency, lang, { sign: true }), currency })
  }
  return (
    <fieldset className={css.fieldset}>
      <legend className="visually-hidden">{t('lever.stops')}</legend>
      <div className={css.pair}>
        {fields.map((field) => (
          <AmountField
            key={field}
            label={t(`lever.${field}`)}
            hint={hintOf(field)}
            error={values[field] === '' ? undefined : wrong(field)}
            value={values[field]}
            onChange={(text) => onChange({ [field]: text })}
            measure={{ code: quote, scale, shown: scale }}
          />
        ))}
      </div>
      {note && fields.some((field) => values[field] !== '') && <p className="fine">{note}</p>}
    </fieldset>
  )
}
