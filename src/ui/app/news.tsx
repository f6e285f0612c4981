import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { linkOf, noticeText, type Notice as Told } from '../../machines/session/notice.ts'
import { messageText, useLabels } from '../i18n/index.ts'
import { Notice } from '../parts/page/notice.tsx'
import { useServices } from './services.ts'

/** If its code fails to load, it is shown another time. */
const Agreements = lazy<() => ReactNode>(() =>
  import('../pages/news/pages.tsx')
    .then(({ Agreements }) => ({ default: Agreements }))
    .catch(() => ({ default: () => null })),
)

/** Messages on every page: notices, and changed documents to accept. */
export default function News() {
  const { session } = useServices()
  const signedIn = useSelector(session, (now) => now.hasTag('ready'))
  return (
    <>
      <Notices />
      <Suspense fallback={null}>{signedIn && <Agreements />}</Suspense>
    </>
  )
}

function Notices() {
  const { notice } = useServices()
  // The shown content depends on the language too.
  useLabels()
  const toast = useSelector(notice, (now) => (now.hasTag('visible') ? now.context.queue[0] : undefined))
  const banner = useSelector(notice, ({ context }) => context.banners[0])
  const more = useSelector(notice, ({ context }) => context.banners.length - 1)
  useEffect(() => notice.send({ type: 'notice.viewLoaded' }), [notice])
  return (
    <Notice
      notice={toast && shownOf(toast)}
      banner={banner && shownOf(banner)}
      more={more}
      onHold={() => notice.send({ type: 'notice.hold' })}
      onRelease={() => notice.send({ type: 'notice.release' })}
      onDismiss={() => notice.send({ type: 'notice.dismiss' })}
      onDismissBanner={() => notice.send({ type: 'banner.dismiss' })}
    />
  )
}

const shownOf = (notice: Told) => ({
  id: notice.id,
  text: 'key' in notice ? messageText(notice.key, notice.params) : noticeText(notice),
  tone: notice.tone,
  link: linkOf(notice),
})
