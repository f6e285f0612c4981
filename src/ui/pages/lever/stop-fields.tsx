import { instrumentOf } from '../../../rules/instruments.ts'
import { type ContractFacts, netIfReached } from '../../../rules/lever-figures.ts'
import type { StopField } from '../../../rules/lever-form.ts'
import { formatAmount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import css from '../orders/order-form.module.css'

type StopFieldsProps = {
  symbol: string
  values: Readonly<Record<StopField, string>>
  /** What the stops would end; nothing as long as there is none. */
  contract: ContractFacts | undefined
  wrong: (field: StopField) => string | undefined
  onChange: (change: Partial<Record<StopField, string>>) => void
}

const fields = ['takeProfit', 'stopLoss'] as const

/** The prices at which a contract is to close by itself, each with about what it would come to there. */
export function StopFields({ symbol, values, contract, wrong, onChange }: StopFieldsProps) {
  const { t, lang } = useWords()
  const { quote, scale } = instrumentOf(symbol)
  return (
    <fieldset className={css.fieldset}>
      <legend className="visually-hidden">{t('lever.stops')}</legend>
      <div className={css.pair}>
        {fields.map((field) => {
          const net = contract && netIfReached(contract, values[field])
          return (
            <AmountField
              key={field}
              label={t(`lever.${field}`)}
              hint={
                net === undefined
                  ? t('lever.optional')
                  : t('lever.ifReached', {
                      amount: formatAmount(net, 2, lang, { sign: true }),
                      currency: contract?.currency ?? '',
                    })
              }
              error={values[field] === '' ? undefined : wrong(field)}
              value={values[field]}
              onChange={(text) => onChange({ [field]: text })}
              measure={{ code: quote, scale, shown: scale }}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
