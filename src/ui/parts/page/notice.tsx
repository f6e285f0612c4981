import { Link } from 'wouter'
import { useLabels } from '../../i18n/index.ts'
import { check, close } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './notice.module.css'

export type NoticeTone = 'good' | 'bad' | 'plain'

type Shown = {
  /** Unique, also for equal texts, so that each is announced. */
  id: number
  text: string
  tone: NoticeTone
  /** Its link: a place of the app. */
  link?: { to: string; label: string } | undefined
}

export type NoticeProps = {
  /** The shown toast. */
  notice: Shown | undefined
  /** The shown banner, and how many wait behind it. */
  banner?: Shown | undefined
  more?: number
  /** Hover, touch or focus of the toast starts, and ends. */
  onHold: () => void
  onRelease: () => void
  onDismiss: () => void
  onDismissBanner?: () => void
}

/** A toast and a banner. Their live regions exist before any. The duration of a toast is not decided here. */
export function Notice({ notice, banner, more = 0, onHold, onRelease, onDismiss, onDismissBanner }: NoticeProps) {
  return (
    <>
      <div className={css.banners} role="alert" data-over-sheet="">
        {banner && onDismissBanner && <Banner key={banner.id} {...{ banner, more }} onDismiss={onDismissBanner} />}
      </div>
      <div className={css.region} role="status" aria-live="polite" data-over-sheet="">
        {notice && (
          // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it longer
          <div
            key={notice.id}
            className={css.notice}
            data-tone={notice.tone}
            // A pointer that rests where the toast appears does not hold it: what waits would never be shown.
            onPointerDown={onHold}
            onPointerMove={({ movementX, movementY }) => {
              if (movementX !== 0 || movementY !== 0) onHold()
            }}
            onPointerLeave={onRelease}
            onFocus={onHold}
            onBlur={onRelease}
          >
            <Said shown={notice} onDismiss={onDismiss} />
          </div>
        )}
      </div>
    </>
  )
}

type BannerProps = { banner: Shown; more: number; onDismiss: () => void }

/** What must not be missed: it stays until it is dismissed. `more`: how many wait behind it. */
export const Banner = ({ banner, more, onDismiss }: BannerProps) => (
  <div className={css.banner} data-tone={banner.tone}>
    <Said shown={banner} more={more} onDismiss={onDismiss} />
  </div>
)

function Said({ shown, more = 0, onDismiss }: { shown: Shown; more?: number; onDismiss: () => void }) {
  const { t } = useLabels()
  const { text, tone, link } = shown
  return (
    <>
      {tone !== 'plain' && <Icon name={tone === 'good' ? check : 'warning'} size={20} />}
      <div className={css.said}>
        <p>{text}</p>
        {link && (
          <Link href={link.to} className={css.link} onClick={onDismiss}>
            {link.label}
          </Link>
        )}
      </div>
      {more > 0 && <span className={css.more}>+{more}</span>}
      <button type="button" className={css.close} aria-label={t('action.close')} onClick={onDismiss}>
        <Icon name={close} size={16} />
      </button>
    </>
  )
}
