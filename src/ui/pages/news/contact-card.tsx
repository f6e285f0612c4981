import { useSelector } from '@xstate/react'
import { loadContact } from '../../../machines/user/articles.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { AnchorButton, LinkButton } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { SERVICE } from '../../router/places.ts'
import css from './news.module.css'
import { useLoaded } from './use-loaded.ts'
import { Usual } from './usual.tsx'

/**
 * Contact options: in the app, and what the operator has configured. If loading fails they are left out, because nothing else depends on
 * them.
 *
 * @param besidesForm only what the operator has configured: the page itself links to the contact form
 */
export function ContactCard({ besidesForm = false }: { besidesForm?: boolean }) {
  const { session } = useServices()
  const { t } = useLabels()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const { loaded } = useLoaded(() => loadContact)
  if (!loaded) return null
  const { email, url, usualSeconds } = loaded
  if (besidesForm && email === null && url === null) return null
  return (
    <Card title={t('title.service')}>
      <p className="muted">{t('contact.text')}</p>
      <div className={css.ways}>
        {!besidesForm && (
          <LinkButton kind="quiet" to={SERVICE} note={<Usual seconds={usualSeconds} />}>
            {t(signedIn ? 'chat.open' : 'contact.form')}
          </LinkButton>
        )}
        {email !== null && (
          <AnchorButton kind="quiet" href={`mailto:${email}`} note={email}>
            {t('contact.email')}
          </AnchorButton>
        )}
        {url !== null && (
          <AnchorButton kind="quiet" href={url} note={new URL(url).host}>
            {t('contact.page')}
          </AnchorButton>
        )}
      </div>
    </Card>
  )
}
