import { useMemo } from 'react'
import type { Equity } from '../../../api/money/wallet.ts'
import { worthHistory } from '../../../machines/money/worth.ts'
import { equity$ } from '../../../streams/equity.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useHidden } from '../../app/hidden.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { Gain } from '../wallet/gain.tsx'
import { Line } from '../wallet/line.tsx'
import { TotalEquity } from '../wallet/total.tsx'
import { useWallets } from '../wallet/use-wallets.ts'
import css from './own.module.css'

/** The user's net worth, and today's gain. */
export const Total = () => (
  <div className={css.hero}>
    <All />
  </div>
)

function All() {
  const { t } = useLabels()
  const wallets = useWallets()
  if (wallets.type === 'loading') return <Skeleton shapes={['line', 'hero', 'line']} />
  if (wallets.type === 'ready') {
    return (
      <>
        <TotalEquity equity={wallets.equity} asOf={wallets.asOf} />
        {wallets.asOf === null && <Today equity={wallets.equity} />}
      </>
    )
  }
  return (
    <div className={css.failed} role="alert">
      <p>{t('wallet.totalFailed')}</p>
      <Button kind="quiet" small onClick={wallets.retry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

/** The change since the start of today in the user's time zone, less net deposits. Unknown without a connection, and then left out. */
function Today({ equity }: { equity: Equity }) {
  const { quotes } = useServices()
  const { t } = useLabels()
  const hidden = useHidden()
  const total$ = useMemo(() => equity$(equity, quotes.quote$), [equity, quotes])
  const actor = useActorOf(worthHistory, { range: 'day' })
  const again = () => actor.send({ type: 'money.retry' })
  useReconnected(again)
  const { history, failed } = useShown(actor, (now) => ({ history: now.context.value, failed: now.hasTag('failed') }))
  return (
    <>
      <p className={css.today}>
        {failed ? (
          <Button kind="plain" small onClick={again}>
            {t('action.retry')}
          </Button>
        ) : (
          <Gain total$={total$} since={history?.today} />
        )}{' '}
        {t('home.today')}
      </p>
      <div className={css.day}>{!hidden && <Line points={history?.points ?? []} />}</div>
    </>
  )
}
