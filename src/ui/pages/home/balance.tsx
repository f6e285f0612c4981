import { loan } from '../../parts/marks/drawings.ts'
import { LOANS } from '../../router/places.ts'
import { WalletActions } from '../wallet/actions.tsx'
import { Earn } from './earn.tsx'
import css from './own.module.css'
import { Total } from './total.tsx'

/** The signed-in user's balance, and shortcuts. */
export const Balance = () => (
  <div className={css.balance}>
    <Total />
    <WalletActions last={{ to: LOANS, icon: loan, label: 'home.loan' }} />
    <Earn />
  </div>
)
