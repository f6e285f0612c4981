import { Link } from 'wouter'
import { useLabels } from '../../i18n/index.ts'
import { check, close } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './notice.module.css'

export type NoticeProps = {
  /** The shown notice. `id` is unique, also for equal texts, so that each is announced. */
  notice:
    | {
        id: number
        text: string
        tone: 'good' | 'bad' | 'plain'
        /** Its link: a place of the app. */
        link?: { to: string; label: string } | undefined
      }
    | undefined
  /** Hover, touch or focus starts, and ends. */
  onHold: () => void
  onRelease: () => void
  onDismiss: () => void
}

/** A notice. Its live region exists before any notice. Its duration is not decided here. */
export function Notice({ notice, onHold, onRelease, onDismiss }: NoticeProps) {
  const { t } = useLabels()
  return (
    <div className={css.region} role="status" aria-live="polite" data-over-sheet="">
      {notice && (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it longer
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
