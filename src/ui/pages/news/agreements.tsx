import { useEffect, useSyncExternalStore } from 'react'
import { agreementsMachine } from '../../../machines/session/agreements.ts'
import { UTC } from '../../../rules/time/zone.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatDate } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { useHashPath } from '../../router/router.ts'
import { placeOfArticle } from './article-place.ts'
import css from './news.module.css'
import { news } from './part.ts'

/** New versions of documents that the signed-in user must consent to, on any page. */
export function Agreements() {
  const { parts } = useServices()
  const loader = parts(news)
  const loaded = useSyncExternalStore(loader.subscribe, loader.now)
  useEffect(() => loader.load(), [loader])
  return loaded.type === 'ready' && <NewVersions />
}

function NewVersions() {
  const { t } = useLabels()
  const actor = useActorOf(agreementsMachine)
  const { due, failed, shown, busy } = useShown(actor, (now) => ({
    due: now.context.due,
    failed: now.context.failed,
    shown: now.hasTag('shown'),
    busy: now.hasTag('busy'),
  }))
  const later = () => actor.send({ type: 'agreements.later' })
  return (
    <Sheet open={shown} locked={busy} onClose={later} title={t('agreements.title')}>
      <div className={css.page}>
        <p className="muted">{t('agreements.text')}</p>
        <ul className={css.due}>
          {due.map(({ slug, title, version, date }) => (
            <li key={slug}>
              {/* Beside the sheet, so that both can be seen. */}
              <a
                className={css.link}
                href={useHashPath.hrefs(placeOfArticle({ kind: 'legal', slug }))}
                target="_blank"
                rel="noopener"
              >
                {title}
              </a>
              <span className={css.rowFacts}>{t('news.versionOf', { version, date: formatDate(date, UTC) })}</span>
            </li>
          ))}
        </ul>
        {failed && <Callout tone="bad">{t('agreements.failed')}</Callout>}
        <Button busy={busy} onClick={() => actor.send({ type: 'agreements.agree' })}>
          {t('agreements.agree')}
        </Button>
        <Button kind="plain" disabled={busy} onClick={later}>
          {t('agreements.later')}
        </Button>
      </div>
    </Sheet>
  )
}
