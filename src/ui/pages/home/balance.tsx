import { loan } from '../../parts/marks/drawings.ts'
import { LOANS } from '../../router/places.ts'
import { WalletActions } from '../wallet/actions.tsx'
import css from './own.module.css'
import { Runs } from './runs.tsx'
import { Total } from './total.tsx'

/** The signed-in user's equity, shortcuts, and what runs. */
export const Balance = () => (
  <div className={css.balance}>
    <Total />
    <WalletActions last={{ to: LOANS, icon: loan, label: 'home.loan' }} />
    <Runs />
  </div>
)
