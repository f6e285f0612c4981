import { useSelector } from '@xstate/react'
import { linkOf } from '../machines/session/notice.ts'
import { messageText, useWords } from './i18n/index.ts'
import { Notice } from './parts/notice.tsx'
import { useServices } from './services.ts'

/** What a person is told in passing, on whatever page. */
export default function News() {
  const { notice } = useServices()
  // What is on show changes with the language too.
  useWords()
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
