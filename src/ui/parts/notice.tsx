import { Link } from 'wouter'
import { useWords } from '../i18n/index.ts'
import { check, close } from './drawings.ts'
import { Icon } from './icons.tsx'
import css from './notice.module.css'

export type NoticeProps = {
  /** The one on show. `id` differs between any two, equal or not, so that each is read out. */
  notice:
    | {
        id: number
        text: string
        tone: 'good' | 'bad' | 'plain'
        /** A place of the app that it leads to. */
        link?: { to: string; label: string } | undefined
      }
    | undefined
  /** A finger, a pointer or the keyboard rests on it, and lets go. */
  onHold: () => void
  onRelease: () => void
  onDismiss: () => void
}

/** What a person is told in passing. Its live region stands in the page before a notice comes. How long it shows is not decided here. */
export function Notice({ notice, onHold, onRelease, onDismiss }: NoticeProps) {
  const { t } = useWords()
  return (
    <div className={css.region} role="status" aria-live="polite" data-over-sheet="">
      {notice && (
        // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only keeps it longer
        <div
          key={notice.id}
          className={css.notice}
          data-tone={notice.tone}
          onPointerEnter={onHold}
          onPointerLeave={onRelease}
          onFocus={onHold}
          onBlur={onRelease}
        >
          {notice.tone !== 'plain' && <Icon name={notice.tone === 'good' ? check : 'warning'} size={20} />}
          <p>{notice.text}</p>
          {notice.link && (
            <Link href={notice.link.to} className={css.link} onClick={onDismiss}>
              {notice.link.label}
            </Link>
          )}
          <button type="button" className={css.close} aria-label={t('action.close')} onClick={onDismiss}>
            <Icon name={close} size={16} />
          </button>
        </div>
      )}
    </div>
  )
}
