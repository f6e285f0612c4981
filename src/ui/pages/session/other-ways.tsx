import { useLabels } from '../../i18n/index.ts'
import { ConnectWallet } from './connect-wallet.tsx'
import css from './login.module.css'

/** Ways to sign in without a user name. */
export function OtherWays({ inviteCode }: { inviteCode: string }) {
  const { t } = useLabels()
  return (
    <>
      <p className={css.or}>{t('login.or')}</p>
      <ConnectWallet row inviteCode={inviteCode} />
    </>
  )
}
