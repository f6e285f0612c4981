import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { ARTICLE, LOGIN, RISKS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import css from './home.module.css'

/** For a guest: what the app is, sign-in, its proofs and its risks. */
export function Guest() {
  const { t } = useLabels()
  return (
    <>
      <div>
        <h2 className={css.offer}>{t('home.guestTitle')}</h2>
        <p className="muted">{t('home.guestText')}</p>
        <div className={css.guest}>
          <LinkButton to={placeOf(LOGIN, { view: 'create' })}>{t('home.create')}</LinkButton>
          <LinkButton kind="quiet" to={LOGIN}>
            {t('action.signIn')}
          </LinkButton>
        </div>
      </div>
      <Card menu>
        <Row
          leading={<Icon name="receipt" size={20} />}
          title={t('home.proofs')}
          subtitle={t('home.proofsText')}
          to={placeOf(ARTICLE, { kind: 'news', slug: 'receipts' })}
          arrow
        />
        <Row
          leading={<Icon name="info" size={20} />}
          title={t('home.risks')}
          subtitle={t('home.risksText')}
          to={RISKS}
          arrow
        />
      </Card>
    </>
  )
}
