import { type FocusEvent, useEffect } from 'react'
import { Link } from 'wouter'
import type { ListedArticle } from '../../../api/account/news.ts'
import { bannersMachine } from '../../../machines/session/banners.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { keep, readKept } from '../../app/kept.ts'
import { useShown } from '../../app/shown.ts'
import { bcp47, formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { placeOfLink } from './article-place.ts'
import css from './banners.module.css'
import { DrawingOf } from './drawing.tsx'

const KEPT = 'banners-stopped'
const isVisible = () => document.visibilityState === 'visible'
const isTrue = (value: unknown): value is true => value === true

const pause: IconName = 'M9 6v12M15 6v12'
const play: IconName = 'M8 5.5v13l10.5-6.5z'

/** The operator's banners, one at a time at equal height: they rotate until stopped, and not with reduced motion. */
export function Banners({ banners }: { banners: readonly ListedArticle[] }) {
  const { t, lang } = useLabels()
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || readKept(KEPT, isTrue) === true
  const actor = useActorOf(bannersMachine, { count: banners.length, still })
  const { at, turning } = useShown(actor, (now) => ({ at: now.context.at, turning: now.hasTag('turning') }))
  const hold = () => actor.send({ type: 'banner.hold' })
  const release = () => {
    if (isVisible()) actor.send({ type: 'banner.release' })
  }
  useEffect(() => {
    const change = () => actor.send({ type: isVisible() ? 'banner.release' : 'banner.hold' })
    change()
    document.addEventListener('visibilitychange', change)
    return () => document.removeEventListener('visibilitychange', change)
  }, [actor])
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) release()
  }
  const choose = (type: 'banner.next' | 'banner.previous') => () => {
    keep(KEPT, true)
    actor.send({ type })
  }
  const change = () => {
    keep(KEPT, turning || undefined)
    actor.send({ type: turning ? 'banner.stop' : 'banner.start' })
  }
  return (
    <section
      className={css.banners}
      aria-label={t('news.banners')}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={left}
    >
      <div className={css.stage} aria-live={turning ? 'off' : 'polite'}>
        {banners.map(({ slug, title, summary, picture, to, lang: own }, index) => (
          <Link
            key={slug}
            href={placeOfLink(to ?? '/')}
            className={css.banner}
            lang={bcp47(own)}
            inert={index !== at}
            data-shown={index === at}
          >
            {picture && <DrawingOf {...picture} />}
            <span className={css.title}>{title}</span>
            <span className={css.text}>{summary}</span>
          </Link>
        ))}
      </div>
      {banners.length > 1 && (
        <div className={css.controls}>
          <Control label={t('news.bannerPrevious')} icon="back" onClick={choose('banner.previous')} />
          <span className={css.at}>
            {t('news.bannerOf', { at: formatCount(at + 1, lang), count: formatCount(banners.length, lang) })}
          </span>
          <Control label={t('news.bannerNext')} icon="forward" onClick={choose('banner.next')} />
          <Control
            label={t(turning ? 'news.bannersStop' : 'news.bannersStart')}
            icon={turning ? pause : play}
            onClick={change}
          />
        </div>
      )}
    </section>
  )
}

const Control = ({ label, icon, onClick }: { label: string; icon: IconName; onClick: () => void }) => (
  <button type="button" className={css.control} aria-label={label} onClick={onClick}>
    <Icon name={icon} size={20} />
  </button>
)
