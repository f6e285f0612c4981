import { useEffect, useState } from 'react'
import type { UserMessage } from '../../../api/user.ts'
import { formatTime } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { More, usePagesView } from '../../paged-list.tsx'
import { usePart } from '../../part.ts'
import { Button } from '../../parts/button.tsx'
import { cx } from '../../parts/cx.ts'
import { bell } from '../../parts/drawings.ts'
import { Icon } from '../../parts/icons.tsx'
import { List, Row } from '../../parts/list.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { useReconnected } from '../../reconnected.ts'
import { useShown } from '../../shown.ts'
import { messageWords } from './message-words.ts'
import css from './messages.module.css'
import { inbox } from './part.ts'

/** What the platform and its operators told someone. */
export function MessagesPage() {
  const { messages: actor } = usePart(inbox)
  const { t } = useWords()
  useEffect(() => actor.send({ type: 'messages.open' }), [actor])
  useReconnected(() => actor.send({ type: 'messages.open' }))
  const { messages, unread, pages } = useShown(actor, (now) => ({
    messages: now.context.messages,
    unread: now.context.unread,
    pages: now.children.pages,
  }))
  const view = usePagesView(pages)
  const [shown, setShown] = useState<UserMessage>()
  const [open, setOpen] = useState(false)

  if (view === 'failed') {
    return (
      <LoadFailure
        title={t('messages.failed')}
        text={t('page.failedHint')}
        onRetry={() => actor.send({ type: 'messages.retry' })}
      />
    )
  }
  if (view === 'loading') return <Skeleton bones={['row', 'row', 'row', 'row']} />
  const [newest] = messages
  if (!newest) return <Empty icon={bell} title={t('messages.none')} text={t('messages.noneHint')} />
  const look = (message: UserMessage) => {
    setShown(message)
    setOpen(true)
    actor.send({ type: 'messages.read', id: message.id, older: false })
  }
  return (
    <div className={css.page}>
      <div className={css.head}>
        <p className="muted" role="status">
          {t('messages.unreadCount', { left: unread })}
        </p>
        {unread > 0 && (
          <Button kind="plain" small onClick={() => actor.send({ type: 'messages.read', id: newest.id, older: true })}>
            {t('messages.readAll')}
          </Button>
        )}
      </div>
      <List label={t('title.messages')}>
        {messages.map((message) => (
          <li key={message.id}>
            <MessageRow message={message} onClick={() => look(message)} />
          </li>
        ))}
      </List>
      <More pages={pages} failedText={t('messages.moreFailed')} onMore={() => actor.send({ type: 'messages.more' })} />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('messages.one')}
        description={shown && formatTime(shown.at)}
      >
        <p className={css.text}>{shown && messageWords(shown)}</p>
      </Sheet>
    </div>
  )
}

function MessageRow({ message, onClick }: { message: UserMessage; onClick: () => void }) {
  const { t } = useWords()
  const isUnread = message.readAt === null
  return (
    <Row
      leading={<Icon name={bell} />}
      title={<span className={cx(css.words, !isUnread && css.read)}>{messageWords(message)}</span>}
      subtitle={formatTime(message.at)}
      note={isUnread ? t('messages.unread') : undefined}
      onClick={onClick}
    />
  )
}
