import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { LOGIN } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import css from './home.module.css'

/** For a guest: what the app is, and sign-in. */
export function Guest() {
  const { t } = useLabels()
  return (
    <Card title={t('home.guestTitle')}>
      <p className="muted">{t('home.guestText')}</p>
      <div className={css.guest}>
        <LinkButton small to={placeOf(LOGIN, { view: 'create' })}>
          {t('home.create')}
        </LinkButton>
        <LinkButton kind="plain" to={LOGIN}>
          {t('action.signIn')}
        </LinkButton>
      </div>
    </Card>
  )
}
