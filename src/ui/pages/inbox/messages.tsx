import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { UserMessage } from '../../../api/account/user.ts'
import type { Lang } from '../../../api/wire/first-fields.ts'
import { type MessageGroup, type MessageKind, messageGroups } from '../../../rules/account/notifications.ts'
import { DAY_SECONDS } from '../../../rules/money/paper-day.ts'
import { useMask } from '../../app/hidden.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { bcp47, directionOf, formatDate, formatTime, formatTimeOfDay } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { List } from '../../parts/lists/list.tsx'
import { MessageRow } from '../../parts/lists/message-row.tsx'
import { bell, kyc, lock, speech, wallet } from '../../parts/marks/drawings.ts'
import type { IconName } from '../../parts/marks/icons.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { usePlaceState } from '../../router/router.ts'
import { messageAct, messageLabels, messageLines, messageResult, resultText } from './message-labels.ts'
import css from './messages.module.css'
import { inbox } from './part.ts'

type Filter = MessageGroup | 'all'
const filters = ['all', ...Object.keys(messageGroups)] as readonly Filter[]
const isFilter = (value: unknown): value is Filter => filters.some((filter) => filter === value)

/** Messages from the platform and its operators: all, or about one topic. */
export function MessagesPage() {
  const { messages: actor } = usePart(inbox)
  const { t } = useLabels()
  const [filter, setFilter] = usePlaceState<Filter>('kind', 'all', isFilter)
  const kind = filter === 'all' ? null : filter
  const unread = useSelector(actor, ({ context }) => context.unread)
  useEffect(() => actor.send({ type: 'messages.show', kind }), [actor, kind])
  useReconnected(() => actor.send({ type: 'messages.show', kind }))
  return (
    <Tabs
      label={t('messages.about')}
      tabs={filters.map((value) => ({
        value,
        label:
          value === 'all'
            ? // A figure space keeps the room of a count that is still to come.
              `${t('messages.all')} ${unread > 0 ? unread : '\u2007'}`
            : t(`messages.group.${value}`),
      }))}
      value={filter}
      onChange={setFilter}
    >
      <MessageList isAll={kind === null} />
    </Tabs>
  )
}

const nameOfDay = (lang: Lang, days: number) =>
  new Intl.RelativeTimeFormat(bcp47(lang), { numeric: 'auto' }).format(days, 'day')

function MessageList({ isAll }: { isAll: boolean }) {
  const { messages: actor } = usePart(inbox)
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
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
  const act = shown && messageAct(shown)
  const now = serverNow() / 1000
  const today = formatDate(now)
  const dayName = (day: string) =>
    day === today ? nameOfDay(lang, 0) : day === formatDate(now - DAY_SECONDS) ? nameOfDay(lang, -1) : day
  const hasUnread = isAll ? unread > 0 : messages.some(({ readAt }) => readAt === null)
  return (
    <>
      <div className={css.head}>
        <p className="visually-hidden" role="status">
          {t('messages.unreadCount', { left: unread })}
        </p>
        {hasUnread && (
          <Button kind="plain" onClick={() => actor.send({ type: 'messages.read', id: newest.id, older: true })}>
            {t('messages.readAll')}
          </Button>
        )}
      </div>
      {daysOf(messages).map(([day, all]) => (
        <section key={day} aria-label={dayName(day)}>
          <h2 className={css.day}>{dayName(day)}</h2>
          <List label={t('title.messages')}>
            {all.map((message) => (
              <li key={message.id} className={css.row}>
                <Shown message={message} onClick={() => look(message)} />
              </li>
            ))}
          </List>
        </section>
      ))}
      <More pages={pages} failedText={t('messages.moreFailed')} />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={shown ? t(`messages.kind.${shown.kind}`) : t('messages.one')}
        description={shown && formatTime(shown.at)}
      >
        <p className={css.text}>{shown && messageLabels(shown)}</p>
        {act && <LinkButton to={act.to}>{t(act.label)}</LinkButton>}
      </Sheet>
    </>
  )
}

const icons: Record<MessageKind, IconName> = {
  settlement: 'trade',
  option: 'clock',
  price: bell,
  review: kyc,
  funding: wallet,
  loan: wallet,
  plan: wallet,
  earnings: wallet,
  security: lock,
  support: speech,
  operator: speech,
}

/** Messages by day, in their order. */
function daysOf(messages: readonly UserMessage[]): [day: string, all: UserMessage[]][] {
  const days = new Map<string, UserMessage[]>()
  for (const message of messages) {
    const day = formatDate(message.at)
    days.set(day, [...(days.get(day) ?? []), message])
  }
  return [...days]
}

const colours = { up: 'rise', down: 'fall', flat: 'muted' } as const

function Shown({ message, onClick }: { message: UserMessage; onClick: () => void }) {
  const { t, lang } = useLabels()
  const mask = useMask()
  const { title, detail } = messageLines(message)
  const result = messageResult(message)
  return (
    <MessageRow
      icon={icons[message.kind]}
      title={title}
      detail={detail}
      time={formatTimeOfDay(message.at)}
      result={result && <span className={colours[directionOf(result.amount)]}>{mask(resultText(result, lang))}</span>}
      unread={message.readAt === null ? t('messages.unread') : undefined}
      onClick={onClick}
    />
  )
}
