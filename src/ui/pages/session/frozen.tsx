import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check, close, lock } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { LOGIN, SERVICE } from '../../router/places.ts'
import { navigate } from '../../router/router.ts'
import { ContactCard } from '../news/contact-card.tsx'
import css from './tip-wallet.module.css'
import { useLookAround } from './use-look-around.ts'

const running = ['positions', 'stops', 'options', 'loan'] as const

/** Explains a frozen account: what keeps running, what is allowed, and whom to contact. */
export function FrozenPage() {
  const { session } = useServices()
  const { t } = useLabels()
  const lookAround = useLookAround()
  const otherAccount = () => {
    session.send({ type: 'session.lookAround' })
    navigate(LOGIN)
  }
  return (
    <Statement
      icon={lock}
      tone="warn"
      title={t('frozen.title')}
      text={t('frozen.text')}
      more={
        <>
          <section>
            <h3 className={css.heading}>{t('frozen.staysTitle')}</h3>
            <Facts facts={running.map((name) => ({ term: t(`frozen.${name}`), value: t(`frozen.${name}Run`) }))} />
          </section>
          <section>
            <h3 className={css.heading}>{t('frozen.until')}</h3>
            <ul className={css.allowed}>
              <li>
                <Icon name={check} size={16} className={css.yes} />
                {t('frozen.allowed')}
              </li>
              <li>
                <Icon name={close} size={16} className={css.no} />
                {t('frozen.refused')}
              </li>
            </ul>
          </section>
          <section>
            <h3 className={css.heading}>{t('frozen.contactTitle')}</h3>
            <p className="muted">{t('frozen.contact')}</p>
          </section>
        </>
      }
      actions={
        <>
          <LinkButton to={SERVICE}>{t('contact.form')}</LinkButton>
          <Button kind="quiet" onClick={otherAccount}>
            {t('frozen.otherAccount')}
          </Button>
          <Button kind="plain" onClick={lookAround}>
            {t('tip.lookAround')}
          </Button>
        </>
      }
      last={<ContactCard besidesForm />}
    />
  )
}
