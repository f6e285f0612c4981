import { useState } from 'react'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { signOut as door } from '../../parts/drawings.ts'
import { Icon } from '../../parts/icons.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useServices } from '../../services.ts'
import css from './sign-out.module.css'

/** Signing out, once it is confirmed. */
export function SignOut() {
  const { session, notice } = useServices()
  const { t } = useWords()
  const [asked, setAsked] = useState(false)
  const signOut = () => {
    session.send({ type: 'session.logOut' })
    notice.send({ type: 'notice.show', notice: { key: 'signedOut', tone: 'good' } })
  }
  return (
    <>
      <Button kind="quiet" icon={<Icon name={door} size={20} />} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('account.signOut')}
      </Button>
      <Sheet
        open={asked}
        onClose={() => setAsked(false)}
        title={t('account.signOutTitle')}
        description={t('account.signOutText')}
      >
        <div className={css.choice}>
          <Button onClick={signOut}>{t('account.signOut')}</Button>
          <Button kind="quiet" onClick={() => setAsked(false)}>
            {t('action.cancel')}
          </Button>
        </div>
      </Sheet>
    </>
  )
}
