import type { Wallet } from '../../../api/wallet.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { formatAmount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { CoinMark } from '../../parts/coin-mark.tsx'
import { Card, Row } from '../../parts/list.tsx'
import css from './wallets.module.css'

/** One currency: all of it, and what of it can be used. */
export function WalletCard({ wallet }: { wallet: Wallet }) {
  const { t, lang } = useWords()
  const { name, shown } = currencyOf(wallet.currency)
  const format = (amount: string) => formatAmount(amount, shown, lang)
  return (
    <Card menu>
      <Row
        leading={<CoinMark code={wallet.currency} />}
        title={<span className={css.strong}>{wallet.currency}</span>}
        subtitle={name}
        value={<span className={css.strong}>{format(wallet.balance)}</span>}
      />
      <dl className={css.parts}>
        <div>
          <dt>{t('wallet.available')}</dt>
          <dd>{format(wallet.available)}</dd>
        </div>
        <div>
          <dt>{t('wallet.frozen')}</dt>
          <dd>{format(wallet.frozen)}</dd>
        </div>
      </dl>
    </Card>
  )
}
