import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense } from 'react'
import { linkOf } from '../../machines/session/notice.ts'
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
  const shown = useSelector(notice, ({ context }) => context.queue[0])
  return (
    <Notice
      notice={
        shown && {
          id: shown.id,
          text: 'key' in shown ? messageText(shown.key, shown.params) : shown.text,
          tone: shown.tone,
          link: linkOf(shown),
        }
      }
      onHold={() => notice.send({ type: 'notice.hold' })}
      onRelease={() => notice.send({ type: 'notice.release' })}
      onDismiss={() => notice.send({ type: 'notice.dismiss' })}
    />
  )
}
