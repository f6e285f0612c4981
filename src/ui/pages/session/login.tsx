import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useServices } from '../../app/services.ts'
import { inviteCodeIn } from '../../format/invite-code.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Header } from '../../parts/page/header.tsx'
import { setQuery } from '../../router/place-query.ts'
import { HOME } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { ForgetForm } from './forget-form.tsx'
import css from './login.module.css'
import { OtherWays } from './other-ways.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useLookAround } from './use-look-around.ts'

type View = 'signIn' | 'create' | 'forget'
const views: readonly View[] = ['signIn', 'create', 'forget']
const titles = { signIn: 'action.signIn', create: 'register.submit', forget: 'login.forgot' } as const

/** Sign-in by user name or wallet, registration, or continuing as a guest. A link may carry an invitation code: `?view=create&code=…`. */
export function LoginPage() {
  const { session } = useServices()
  const { t } = useLabels()
  const query = useQuery()
  const lookAround = useLookAround()
  const view = views.find((each) => each === query.get('view')) ?? 'signIn'
  const inviteCode = inviteCodeIn(query)
  // A form that was opened stays mounted behind the other ones, with its input.
  const [opened, setOpened] = useState<readonly View[]>([view])
  if (!opened.includes(view)) setOpened([...opened, view])
  const expired = useSelector(session, (now) => now.hasTag('login') && now.context.reason === 'sessionInvalid')
  const show = (next: View) => setQuery({ ...Object.fromEntries(query), view: next === 'signIn' ? undefined : next })
  const forgotten = () => {
    setOpened(['signIn'])
    show('signIn')
  }
  const other = view === 'create' ? 'signIn' : 'create'
  return (
    <>
      <Header
        title={t(titles[view])}
        back={HOME}
        trailing={
          <Button kind="plain" onClick={() => show(other)}>
            {t(other === 'create' ? 'register.submit' : 'action.signIn')}
          </Button>
        }
      />
      <div className={css.page}>
        {expired && <Callout>{t('login.expired')}</Callout>}
        {opened.includes('signIn') && (
          <div hidden={view !== 'signIn'}>
            <div className={css.page}>
              <h2 className={css.question}>{t('login.welcome')}</h2>
              <SignInForm onForgot={() => show('forget')} />
              <OtherWays inviteCode={inviteCode} />
              <div className={css.around}>
                <Button kind="plain" onClick={lookAround}>
                  {t('login.lookAround')}
                </Button>
              </div>
            </div>
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
      </div>
    </>
  )
}
