import { useWords } from '../../i18n/index.ts'
import { usePart } from '../../part.ts'
import { AnchorButton } from '../../parts/button.tsx'
import { Card } from '../../parts/list.tsx'
import css from './news.module.css'
import { news } from './part.ts'
import { useLoaded } from './use-loaded.ts'

/** Who answers questions: as the operator of this server set it. What does not come is left out: nothing else waits for it. */
export function ContactCard() {
  const machines = usePart(news)
  const { t } = useWords()
  const { loaded } = useLoaded(() => machines.contact)
  if (!loaded) return null
  const { email, url } = loaded
  const isSet = email !== null || url !== null
  return (
    <Card title={t('contact.title')}>
      <p className="muted">{isSet ? t('contact.text') : t('contact.none')}</p>
      {isSet && (
        <div className={css.ways}>
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
      )}
    </Card>
  )
}
