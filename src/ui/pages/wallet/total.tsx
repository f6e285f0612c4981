import { useMemo } from 'react'
import { Link } from 'wouter'
import type { Equity } from '../../../api/money/wallet.ts'
import type { Lang } from '../../../api/wire/first-fields.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { sumOfShown } from '../../../rules/money/shown-amounts.ts'
import { equity$ } from '../../../streams/equity.ts'
import type { TotalBalance as Total } from '../../../streams/totalBalance.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { useBind, useText, writeText } from '../../parts/bind.ts'
import { EyeButton } from '../../parts/buttons/eye-button.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { LOANS } from '../../router/places.ts'
import css from './total.module.css'

const CURRENCY = 'USDT'

/** The sum of the parts as they are shown: wallets, unrealised P&L and debt. */
const totalShown = (parts: readonly string[], lang: Lang): string =>
  formatAmount(sumOfShown(parts, 'balance', currencyOf(CURRENCY)), 'balance', CURRENCY, lang)

/**
 * The user's net worth, live, and their debt with a link to the loans.
 *
 * @param asOf its time, in ms since the epoch, if it is not current
 */
export function TotalEquity({ equity, asOf }: { equity: Equity; asOf: number | null }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const total$ = useMemo(() => equity$(equity, quotes.quote$), [equity, quotes])
  const hidden = useHidden()
  const figure = useBind<Total, HTMLSpanElement>(total$, (element, { parts, fresh }) => {
    element.dataset.fresh = String(fresh && asOf === null)
    writeText(element, hidden ? MASK : totalShown(parts, lang))
  })
  const note = useText<Total>(total$, ({ unpriced }) =>
    unpriced.length > 0 ? t('wallet.without', { currencies: unpriced.join(', ') }) : '',
  )
  return (
    <Hero
      label={
        <span className={css.label}>
          <span className={css.name}>
            {t('wallet.total')}
            <EyeButton />
            <span ref={note} />
          </span>
          {isAbove(equity.debt, '0') && (
            <Link href={LOANS} className={css.debt}>
              {t('wallet.debt')}{' '}
              <span className={css.amount}>
                {hidden ? MASK : formatAmount(equity.debt, 'pay', CURRENCY, lang)} {CURRENCY}
              </span>
            </Link>
          )}
        </span>
      }
      unit={CURRENCY}
      {...(asOf !== null && { note: <AsOf at={asOf} /> })}
    >
      <span ref={figure} className={css.total} />
    </Hero>
  )
}
