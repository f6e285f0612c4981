import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useServices } from '../../app/services.ts'
import { inviteCodeIn } from '../../format/invite-code.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { useQuery } from '../../router/router.ts'
import { ConnectWallet } from './connect-wallet.tsx'
import { ForgetForm } from './forget-form.tsx'
import css from './login.module.css'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useLookAround } from './use-look-around.ts'

type View = 'signIn' | 'create' | 'forget'
const views: readonly View[] = ['signIn', 'create', 'forget']

/** Sign-in by user name or wallet, registration, or continuing as a guest. A link may carry an invitation code: `?view=create&code=…`. */
export function LoginPage() {
  const { session } = useServices()
  const { t } = useLabels()
  const query = useQuery()
  const lookAround = useLookAround()
  const [view, setView] = useState<View>(() => views.find((each) => each === query.get('view')) ?? 'signIn')
  const inviteCode = inviteCodeIn(query)
  // A form that was opened stays mounted behind the other one, with its input.
  const [opened, setOpened] = useState<readonly View[]>([view])
  const expired = useSelector(session, (now) => now.hasTag('login') && now.context.reason === 'sessionInvalid')
  const show = (next: View) => {
    setView(next)
    setOpened([...opened, next])
  }
  const forgotten = () => {
    setView('signIn')
    setOpened(opened.filter((each) => each !== 'forget').concat('signIn'))
  }
  const tabs = [
    { value: 'signIn', label: t('action.signIn') },
    { value: 'create', label: t('register.submit') },
  ] as const
  return (
    <div className={css.page}>
      {expired && <Callout>{t('login.expired')}</Callout>}
      <div className={css.forms}>
        <Tabs label={t('login.views')} tabs={tabs} value={view === 'create' ? view : 'signIn'} onChange={show}>
          {opened.includes('signIn') && (
            <div hidden={view !== 'signIn'}>
              <SignInForm onForgot={() => show('forget')} />
            </div>
          )}
          {opened.includes('forget') && (
            <div hidden={view !== 'forget'}>
              <ForgetForm onBack={() => show('signIn')} onDone={forgotten} />
            </div>
          )}
          {opened.includes('create') && (
            <div hidden={view !== 'create'}>
              <RegisterForm inviteCode={inviteCode} />
            </div>
          )}
        </Tabs>
      </div>
      <p className={css.or}>{t('login.or')}</p>
      <div>
        <ConnectWallet kind="quiet" inviteCode={inviteCode} />
        <div className={css.around}>
          <Button kind="plain" onClick={lookAround}>
            {t('login.lookAround')}
          </Button>
        </div>
      </div>
    </div>
  )
}
