import { useMemo } from 'react'
import type { Wallet } from '../../../api/wallet.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { valuedBy } from '../../../rules/valuation.ts'
import { type TotalBalance as Total, totalBalance$ } from '../../../streams/totalBalance.ts'
import { AsOf } from '../../as-of.tsx'
import { useBind, useText } from '../../bind.ts'
import { EyeButton } from '../../eye-button.tsx'
import { formatAmount } from '../../format.ts'
import { MASK, useHidden } from '../../hidden.ts'
import { useWords } from '../../i18n/index.ts'
import { Hero } from '../../parts/hero.tsx'
import { useServices } from '../../services.ts'
import css from './total.module.css'

const CURRENCY = 'USDT'

/**
 * What all wallets come to, live. It says that it is an estimate where a price is in it.
 *
 * @param asOf when they were so, in ms since the epoch, where that is not now
 */
export function TotalBalance({ wallets, asOf }: { wallets: readonly Wallet[]; asOf: number | null }) {
  const { quotes } = useServices()
  const { t, lang } = useWords()
  const total$ = useMemo(() => totalBalance$(wallets, CURRENCY, quotes.quote$), [wallets, quotes])
  const hidden = useHidden()
  const figure = useBind<Total, HTMLSpanElement>(total$, (element, { total, fresh }) => {
    element.dataset.fresh = String(fresh && asOf === null)
    element.textContent = hidden ? MASK : formatAmount(total, currencyOf(CURRENCY).shown, lang)
  })
  const note = useText<Total>(total$, ({ unpriced }) =>
    unpriced.length > 0 ? t('wallet.without', { currencies: unpriced.join(', ') }) : t('wallet.estimate'),
  )
  const estimated = valuedBy(wallets, CURRENCY).length > 0
  return (
    <Hero
      label={
        <span className={css.label}>
          {t('wallet.total')}
          <EyeButton />
        </span>
      }
      unit={CURRENCY}
      {...(asOf !== null
        ? { note: <AsOf at={asOf} /> }
        : estimated
          ? { note: <span ref={note} className={css.note} /> }
          : {})}
    >
      <span ref={figure} className={css.total} />
    </Hero>
  )
}
