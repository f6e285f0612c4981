import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { lock } from '../../parts/marks/drawings.ts'
import { LOGIN } from '../../router/places.ts'
import { navigate } from '../../router/router.ts'
import { ContactCard } from '../news/contact-card.tsx'
import { useLookAround } from './use-look-around.ts'

/** Explains a frozen account, and whom to contact. */
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
      title={t('frozen.title')}
      text={t('frozen.text')}
      more={
        <>
          <Card title={t('frozen.contactTitle')}>
            <p className="muted">{t('frozen.contact')}</p>
          </Card>
          <Card title={t('frozen.staysTitle')}>
            <p className="muted">{t('frozen.staysText')}</p>
          </Card>
        </>
      }
      actions={
        <>
          <Button onClick={lookAround}>{t('frozen.lookAround')}</Button>
          <Button kind="quiet" onClick={otherAccount}>
            {t('frozen.otherAccount')}
          </Button>
        </>
      }
      last={<ContactCard />}
    />
  )
}
