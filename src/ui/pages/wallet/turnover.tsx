import { walletTurnover } from '../../../machines/money/worth.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useHidden, useMask } from '../../app/hidden.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatBps } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Card } from '../../parts/lists/list.tsx'
import css from './wallets.module.css'

/** The trading volume required for withdrawals, shown before a deposit, and the volume so far. */
export function Turnover() {
  const { t, lang } = useLabels()
  const hidden = useHidden()
  const mask = useMask()
  const actor = useActorOf(walletTurnover, {})
  useReconnected(() => actor.send({ type: 'money.retry' }))
  const { turnover } = useShown(actor, ({ context }) => ({ turnover: context.value }))
  if (!turnover) return null
  const { bps, asked, counted } = turnover
  const words = t('wallet.turnover', {
    counted: mask(formatAmount(counted, 'receive', 'USDT', lang)),
    asked: mask(formatAmount(asked, 'pay', 'USDT', lang)),
  })
  return (
    <Card title={t('wallet.beforeWithdrawal')}>
      <p className="muted">{t('wallet.turnoverRule', { share: formatBps(bps, lang) })}</p>
      {/[1-9]/.test(asked) && (
        <div className={css.turnover}>
          {words}
          {!hidden && <progress aria-label={words} max={Number(asked)} value={Number(counted)} />}
        </div>
      )}
    </Card>
  )
}
