import { useSelector } from '@xstate/react'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { loan } from '../../parts/marks/drawings.ts'
import { LOANS } from '../../router/places.ts'
import { WalletActions } from '../wallet/actions.tsx'
import { useWallets } from '../wallet/use-wallets.ts'
import css from './own.module.css'
import { Runs } from './runs.tsx'
import { Total } from './total.tsx'

/** The signed-in user's equity, shortcuts, and what runs. Without a connection it says what needs one, and what this device keeps. */
export function Balance() {
  const { connection } = useServices()
  const { t } = useLabels()
  const wallets = useWallets()
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  const offline = interrupted && wallets.type === 'ready' && wallets.asOf !== null
  return (
    <div className={css.balance}>
      <Total />
      <div>
        <WalletActions last={{ to: LOANS, icon: loan, label: 'product.loan' }} disabled={offline} />
        {offline && <p className={css.offline}>{t('home.needsConnection')}</p>}
      </div>
      <section>
        {offline && <h2 className={css.saved}>{t('home.saved')}</h2>}
        <Runs />
      </section>
    </div>
  )
}
