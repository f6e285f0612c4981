import { useCallback } from 'react'
import { currencyOf, findCurrencies } from '../../../rules/money/currencies.ts'
import { formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from '../lists/list.tsx'
import { CoinMark } from '../marks/coin-mark.tsx'
import { check } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import type { FieldLabels } from './field.tsx'
import { PickField, SearchList } from './pick-field.tsx'

/** A selectable currency. `available`: its balance, as a decimal; absent if irrelevant. */
export type CurrencyOption = { currency: string; available?: string }

export type CurrencyFieldProps = FieldLabels & {
  /** The code of the currency. */
  value: string
  options: readonly CurrencyOption[]
  onChange: (currency: string) => void
}

/** A currency field, with a sheet that shows signs, codes and names. */
export function CurrencyField({ value, options, onChange, ...words }: CurrencyFieldProps) {
  const { t, lang } = useLabels()
  const find = useCallback(
    (query: string) => {
      const found = new Set(findCurrencies(query).map(({ code }) => code))
      return options.filter(({ currency }) => found.has(currency))
    },
    [options],
  )
  return (
    <PickField
      {...words}
      text={value}
      placeholder={t('register.choose')}
      {...(value !== '' && { name: currencyOf(value).name, leading: <CoinMark code={value} /> })}
    >
      {(close) => (
        <SearchList
          label={words.label}
          searchLabel={t('currency.search')}
          find={find}
          keyOf={({ currency }) => currency}
          none={(query) => ({ title: t('currency.none', { query }), text: t('currency.noneHint') })}
          row={({ currency, available }) => {
            return (
              <Row
                leading={<CoinMark code={currency} />}
                title={currency}
                subtitle={currencyOf(currency).name}
                {...(available !== undefined && {
                  value: formatAmount(available, 'receive', currency, lang),
                  note: t('wallet.available'),
                })}
                {...(currency === value && { middle: <Icon name={check} size={20} /> })}
                onClick={() => {
                  onChange(currency)
                  close()
                }}
              />
            )
          }}
        />
      )}
    </PickField>
  )
}
