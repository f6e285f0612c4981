import { useSelector } from '@xstate/react'
import { loadContact } from '../../../machines/user/articles.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { AnchorButton, type ButtonKind, LinkButton } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { SERVICE } from '../../router/places.ts'
import css from './news.module.css'
import { useLoaded } from './use-loaded.ts'
import { Usual } from './usual.tsx'

/**
 * Contact options: in the app, and what the operator has configured. If loading fails they are left out, because nothing else depends on
 * them.
 */
export function ContactCard({ kind = 'quiet' }: { kind?: ButtonKind }) {
  const { session } = useServices()
  const { t } = useLabels()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const { loaded } = useLoaded(() => loadContact)
  if (!loaded) return null
  const { email, url, usualSeconds } = loaded
  return (
    <Card title={t('title.service')}>
      <p className="muted">{t('contact.text')}</p>
      <div className={css.ways}>
        <LinkButton kind={kind} to={SERVICE} note={<Usual seconds={usualSeconds} />}>
          {t(signedIn ? 'chat.open' : 'contact.form')}
        </LinkButton>
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
