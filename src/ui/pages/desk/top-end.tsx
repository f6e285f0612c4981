import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { map } from 'rxjs'
import type { Equity } from '../../../api/money/wallet.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { unrealisedAt } from '../../../rules/money/equity.ts'
import { parseMoney } from '../../../rules/money/money.ts'
import { sumOfShown } from '../../../rules/money/shown-amounts.ts'
import { equity$ } from '../../../streams/equity.ts'
import type { TotalBalance } from '../../../streams/totalBalance.ts'
import type { Part } from '../../app/deps.ts'
import { MASK, useHidden } from '../../app/hidden.ts'
import { loadedWith } from '../../app/loader.ts'
import { common } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatPercent } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, useText } from '../../parts/bind.ts'
import LaterBell from '../inbox/later-bell.tsx'
import { market } from '../market/part.ts'
import { LiveProfit } from '../orders/live-profit.tsx'
import { wallet } from '../wallet/part.ts'
import { useWallets } from '../wallet/use-wallets.ts'
import { desk } from './part.ts'
import { Search } from './search.tsx'
import css from './top-end.module.css'

/** The end of the top bar: search of markets, the user's account, and messages. */
export default function TopEnd() {
  const { session } = useServices()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  return (
    <div className={css.end}>
      <div className={css.search}>{useReady(market, desk) && <Search />}</div>
      {signedIn && <Own />}
    </div>
  )
}

function Own() {
  const ready = useReady(wallet, desk)
  return (
    <>
      <div className={css.account}>{ready && <Account />}</div>
      <LaterBell />
    </>
  )
}

/** Loads parts, and whether they are there. */
function useReady(...wanted: readonly Part[]): boolean {
  const { parts } = useServices()
  // biome-ignore lint/correctness/useExhaustiveDependencies: always the same parts
  const all = useMemo(() => loadedWith(parts(common), ...wanted.map((part) => parts(part))), [parts])
  useEffect(() => all.load(), [all])
  return useSyncExternalStore(all.subscribe, all.now).type === 'ready'
}

function Account() {
  const wallets = useWallets()
  return wallets.type === 'ready' && <Figures equity={wallets.equity} />
}

const USDT = 'USDT'
const usdt = currencyOf(USDT)

/** Equity, unrealised P&L and margin of the account in USDT, as prices move. */
function Figures({ equity: { wallets, positions } }: { equity: Equity }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const total$ = useMemo(() => {
    const own = wallets.filter(({ currency }) => currency === USDT)
    return equity$({ wallets: own, positions, debt: '0' }, quotes.quote$)
  }, [wallets, positions, quotes])
  const total = useBind<TotalBalance, HTMLElement>(total$, (element, { parts, fresh }) => {
    element.dataset.fresh = String(fresh)
    element.textContent = hidden
      ? MASK
      : `${formatAmount(sumOfShown(parts, 'balance', usdt), 'balance', USDT, lang)} ${USDT}`
  })
  const margin = positions.reduce((sum, each) => sum + (parseMoney(each.margin, usdt.scale) ?? 0n), 0n)
  const used$ = useMemo(
    () => total$.pipe(map(({ total }) => shareOf(margin, parseMoney(total, usdt.scale) ?? 0n))),
    [total$, margin],
  )
  const used = useText<string>(used$, (share) => (hidden ? MASK : formatPercent(share, lang, { decimals: 1 })))
  const open = useMemo(() => positions.map((each) => ({ ...each, currency: USDT })), [positions])
  return (
    <dl className={css.figures}>
      <div>
        <dt>{t('desk.equity')}</dt>
        <dd ref={total} />
      </div>
      <div>
        <dt>{t('desk.unrealised')}</dt>
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
        <dt>{t('desk.marginUsed')}</dt>
        <dd ref={used} />
      </div>
    </dl>
  )
}

/** In percent, with four decimals. */
const shareOf = (part: bigint, whole: bigint): string => {
  const share = whole > 0n ? (part * 1_000_000n) / whole : 0n
  return `${share / 10_000n}.${String(share % 10_000n).padStart(4, '0')}`
}
