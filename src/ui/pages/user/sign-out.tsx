import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { signOut as door } from '../../parts/marks/drawings.ts'
import { SheetButton } from './sheet-button.tsx'
import css from './sign-out.module.css'

/** Signing out, after confirmation. */
export function SignOut() {
  const { session, notice } = useServices()
  const { t } = useLabels()
  const signOut = () => {
    session.send({ type: 'session.logOut' })
    notice.send({ type: 'notice.show', notice: { key: 'signedOut', tone: 'good' } })
  }
  return (
    <SheetButton
      icon={door}
      label={t('account.signOut')}
      title={t('account.signOutTitle')}
      description={t('account.signOutText')}
    >
      {(close) => (
        <div className={css.choice}>
          <Button onClick={signOut}>{t('account.signOut')}</Button>
          <Button kind="quiet" onClick={close}>
            {t('action.cancel')}
          </Button>
        </div>
      )}
    </SheetButton>
  )
}
