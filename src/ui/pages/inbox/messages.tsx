import { useEffect, useState } from 'react'
import type { UserMessage } from '../../../api/account/user.ts'
import { type MessageKind, messageKinds } from '../../../rules/account/notifications.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { formatTime } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { cx } from '../../parts/cx.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { bell, kyc, lock, speech, wallet } from '../../parts/marks/drawings.ts'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { SERVICE } from '../../router/places.ts'
import { usePlaceState } from '../../router/router.ts'
import { messageLabels } from './message-labels.ts'
import css from './messages.module.css'
import { inbox } from './part.ts'

type Filter = MessageKind | 'all'
const filters: readonly unknown[] = ['all', ...messageKinds] satisfies Filter[]
const isFilter = (value: unknown): value is Filter => filters.includes(value)

/** Messages from the platform and its operators: all, or about one topic. */
export function MessagesPage() {
  const { messages: actor } = usePart(inbox)
  const { t } = useLabels()
  const [filter, setFilter] = usePlaceState<Filter>('kind', 'all', isFilter)
  const kind = filter === 'all' ? null : filter
  useEffect(() => actor.send({ type: 'messages.show', kind }), [actor, kind])
  useReconnected(() => actor.send({ type: 'messages.show', kind }))
  return (
    <div className={css.page}>
      <div className={css.filters}>
        <Choice
          look="pills"
          legend={t('messages.about')}
          hideLegend
          options={[
            { value: 'all', label: t('messages.all') },
            ...messageKinds.map((value) => ({ value, label: t(`messages.kind.${value}`) })),
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <MessageList isAll={kind === null} />
    </div>
  )
}

function MessageList({ isAll }: { isAll: boolean }) {
  const { messages: actor } = usePart(inbox)
  const { t } = useLabels()
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
  if (view === 'loading') return <Skeleton shapes={['row', 'row', 'row', 'row']} />
  const [newest] = messages
  if (!newest) {
    return (
      <Empty
        title={t(isAll ? 'messages.none' : 'messages.noneOfKind')}
        text={isAll ? t('messages.noneHint') : undefined}
      />
    )
  }
  const look = (message: UserMessage) => {
    setShown(message)
    setOpen(true)
    actor.send({ type: 'messages.read', id: message.id, older: false })
  }
  const hasUnread = isAll ? unread > 0 : messages.some(({ readAt }) => readAt === null)
  return (
    <>
      <div className={css.head}>
        <p className="muted" role="status">
          {t('messages.unreadCount', { left: unread })}
        </p>
        {hasUnread && (
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
      <More pages={pages} failedText={t('messages.moreFailed')} />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={shown ? t(`messages.kind.${shown.kind}`) : t('messages.one')}
        description={shown && formatTime(shown.at)}
      >
        <p className={css.text}>{shown && messageLabels(shown)}</p>
        {shown?.kind === 'support' && <LinkButton to={SERVICE}>{t('messages.openChat')}</LinkButton>}
      </Sheet>
    </>
  )
}

const icons: Record<MessageKind, IconName> = {
  settlement: 'receipt',
  option: 'receipt',
  price: bell,
  review: kyc,
  funding: wallet,
  security: lock,
  support: speech,
  operator: speech,
}

function MessageRow({ message, onClick }: { message: UserMessage; onClick: () => void }) {
  const { t } = useLabels()
  const isUnread = message.readAt === null
  const isFree = message.key === null
  return (
    <Row
      leading={<Icon name={icons[message.kind]} />}
      title={
        <span className={cx(css.words, isFree && css.free, !isUnread && css.read)} data-may-cut={isFree || undefined}>
          {messageLabels(message)}
        </span>
      }
      subtitle={`${t(`messages.kind.${message.kind}`)} · ${formatTime(message.at)}`}
      note={isUnread ? t('messages.unread') : undefined}
      onClick={onClick}
    />
  )
}
