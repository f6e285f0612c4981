import { useSelector } from '@xstate/react'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { unrealisedAt } from '../../../rules/money/equity.ts'
import { sumOfShown } from '../../../rules/money/shown-amounts.ts'
import type { TotalBalance } from '../../../streams/totalBalance.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { common } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useReady } from '../../app/use-ready.ts'
import { formatAmount, formatPercent } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, useText, writeText } from '../../parts/bind.ts'
import LaterBell from '../inbox/later-bell.tsx'
import { market } from '../market/part.ts'
import { LiveProfit } from '../orders/live-profit.tsx'
import { orders } from '../orders/part.ts'
import { ACCOUNT_CURRENCY as USDT, useAccount } from '../orders/use-account.ts'
import { wallet } from '../wallet/part.ts'
import { type ReadyWallets, useWallets } from '../wallet/use-wallets.ts'
import { desk } from './part.ts'
import { Search } from './search.tsx'
import css from './top-end.module.css'

/** The end of the top bar: search of markets, the user's account, and messages. */
export default function TopEnd() {
  const { session } = useServices()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const ready = useReady(common, market, desk)
  return (
    <div className={css.end}>
      <div className={css.search}>{ready && <Search />}</div>
      {signedIn && <Own />}
    </div>
  )
}

function Own() {
  const ready = useReady(common, wallet, orders, desk)
  return (
    <>
      <div className={css.account}>{ready && <Account />}</div>
      <div className={css.bell}>
        <LaterBell />
      </div>
    </>
  )
}

function Account() {
  const wallets = useWallets()
  return wallets.type === 'ready' && <Figures wallets={wallets} />
}

const usdt = currencyOf(USDT)

/** Equity, unrealised P&L and margin of the account in USDT, as prices move. */
function Figures({ wallets }: { wallets: ReadyWallets }) {
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const { total$, used$, open } = useAccount(wallets)
  const total = useBind<TotalBalance, HTMLElement>(total$, (element, { parts, fresh }) => {
    element.dataset.fresh = String(fresh)
    writeText(
      element,
      hidden ? MASK : `${formatAmount(sumOfShown(parts, 'balance', usdt), 'balance', USDT, lang)} ${USDT}`,
    )
  })
  const used = useText<string>(used$, (share) => (hidden ? MASK : formatPercent(share, lang, { decimals: 1 })))
  return (
    <dl className={css.figures}>
      <div>
        <dt>{t('orders.equity')}</dt>
        <dd ref={total} />
      </div>
      <div>
        <dt>{t('order.unrealised')}</dt>
        <dd>
          {hidden ? (
            MASK
          ) : open.length > 0 ? (
            <LiveProfit orders={open} netAt={unrealisedAt} />
          ) : (
            formatAmount('0', 'result', USDT, lang)
          )}
        </dd>
      </div>
      <div>
        <dt>{t('orders.marginUsed')}</dt>
        <dd ref={used} />
      </div>
    </dl>
  )
}
