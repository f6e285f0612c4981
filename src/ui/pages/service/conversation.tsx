import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../../api/account/chat.ts'
import { loadPicture } from '../../../machines/user/chat-picture.ts'
import { chatMessageMachine } from '../../../machines/user/chatMessage.ts'
import type { Outgoing } from '../../../machines/user/outbox.ts'
import { CHAT_TEXT_MAX, isSendable, piecesOf } from '../../../rules/account/chat.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatDate, formatDateMs, formatTimeOfDay } from '../../format/format.ts'
import { formatNearDay } from '../../format/period.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { PhotoInput, usePhotoChoice } from '../../forms/photo-choice.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { cx } from '../../parts/cx.ts'
import { Form } from '../../parts/fields/form.tsx'
import { TextArea } from '../../parts/fields/text-area.tsx'
import { camera } from '../../parts/marks/drawings.ts'
import { DrawnPhoto } from '../../parts/marks/drawn-photo.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Sentences } from '../../parts/page/sentences.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { useLoaded } from '../news/use-loaded.ts'
import { Usual } from '../news/usual.tsx'
import { service } from './part.ts'
import css from './service.module.css'

/** The conversation with customer service, and its input field. */
export function Conversation() {
  const { chat } = usePart(service)
  const { t } = useLabels()
  const shown = useShown(chat, (now) => ({
    loading: now.matches({ history: 'resting' }) || now.hasTag('loading'),
    failed: now.hasTag('failed'),
    empty: now.context.messages.length + now.context.queue.length === 0,
    usualSeconds: now.context.usualSeconds,
  }))
  useEffect(() => {
    chat.send({ type: 'chat.open' })
    return () => chat.send({ type: 'chat.leave' })
  }, [chat])
  useReconnected(() => chat.send({ type: 'chat.open' }))
  if (shown.failed) {
    return (
      <LoadFailure
        title={t('service.failed')}
        text={t('page.failedHint')}
        onRetry={() => chat.send({ type: 'chat.retry' })}
      />
    )
  }
  if (shown.loading) return <Skeleton shapes={['line', 'card', 'card', 'card']} />
  return (
    <div className={css.page}>
      <p className="fine">
        <Sentences>
          <Usual seconds={shown.usualSeconds} />
          {t('service.careful')}
        </Sentences>
      </p>
      {shown.empty ? <Empty title={t('messages.none')} text={t('service.noneHint')} /> : <Messages />}
      <Composer />
    </div>
  )
}

function Messages() {
  const { chat } = usePart(service)
  const { t } = useLabels()
  const { messages, queue, marks, more, loadingOlder, olderFailed, behind } = useShown(chat, (now) => ({
    messages: now.context.messages,
    queue: now.context.queue,
    marks: now.context.marks,
    more: now.context.more,
    loadingOlder: now.hasTag('loadingOlder'),
    olderFailed: now.hasTag('olderFailed'),
    behind: now.hasTag('behind'),
  }))
  const end = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.seq
  const waiting = queue.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is to be seen; older ones stay where they are
  useLayoutEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' })
  }, [newest, waiting])
  const closed = marks.closed > 0 && marks.closed === marks.newest
  return (
    <>
      {more && (
        <Button kind="plain" small busy={loadingOlder} onClick={() => chat.send({ type: 'chat.older' })}>
          {t('action.more')}
        </Button>
      )}
      {olderFailed && <Callout tone="bad">{t('service.olderFailed')}</Callout>}
      <ol className={css.list} aria-label={t('service.messages')}>
        {messages.map((message, at) => (
          <Message
            key={message.seq}
            message={message}
            isFirst={formatDate(message.at) !== formatDate(messages[at - 1]?.at ?? 0)}
            read={message.seq <= marks.seen}
          />
        ))}
        {queue.map((message) => (
          <Unsent key={message.clientId} message={message} />
        ))}
      </ol>
      {behind && <p className="muted">{t('service.behind')}</p>}
      {closed && <p className="fine">{t('service.closed')}</p>}
      <Heard messages={messages} />
      <div ref={end} className={css.end} />
    </>
  )
}

/** Announces new messages from customer service while the page is open, and no old ones. */
function Heard({ messages }: { messages: readonly ChatMessage[] }) {
  const { t } = useLabels()
  const [known] = useState(() => messages.at(-1)?.seq ?? 0)
  const newest = messages.findLast(({ by, seq }) => by === 'support' && seq > known)
  return (
    <p className="visually-hidden" role="status">
      {newest && `${t('service.support')}: ${newest.text}`}
    </p>
  )
}

/** A message, with its state below it. `isFirst`: of its day. */
function Message({ message, isFirst, read }: { message: ChatMessage; isFirst: boolean; read: boolean }) {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const own = message.by === 'user'
  return (
    <li className={cx(css.message, own && css.own)}>
      {isFirst && <p className={css.date}>{formatNearDay(formatDate(message.at), formatDateMs(serverNow()), lang)}</p>}
      <div className={css.bubble}>
        <span className="visually-hidden">{t(own ? 'service.you' : 'service.support')}</span>
        {message.picture && <Sent seq={message.seq} />}
        {message.text !== '' && <Labels text={message.text} />}
      </div>
      <span className={css.facts}>
        {formatTimeOfDay(message.at)}
        {own && <> · {t(read ? 'service.read' : 'service.delivered')}</>}
      </span>
    </li>
  )
}

/** Plain text. A web address is not a link, and its host is shown. */
const Labels = ({ text }: { text: string }) => (
  <p className={css.words} data-may-cut>
    {piecesOf(text).map(({ text: piece, host }, at) =>
      host === undefined ? (
        piece
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
        <span key={at}>
          {piece} <span className={css.host}>({host})</span>
        </span>
      ),
    )}
  </p>
)

function Sent({ seq }: { seq: number }) {
  const { t } = useLabels()
  const { load, loaded } = useLoaded(() => loadPicture(seq))
  if (!loaded) return <LoadFirst load={load} shapes={['card']} title={t('service.pictureFailed')} />
  return <DrawnPhoto photo={loaded} label={t('service.picture')} className={css.picture} />
}

function Unsent({ message: { clientId, text, photo, sent, refusal } }: { message: Outgoing }) {
  const { chat } = usePart(service)
  const { t } = useLabels()
  const { offline, slowed } = useShown(chat, (now) => ({
    offline: now.hasTag('offline'),
    slowed: now.hasTag('slowed'),
  }))
  const standing = () => {
    if (sent) return t('service.delivered')
    if (offline) return t('service.waits')
    return slowed ? t('service.slowed') : t('action.sending')
  }
  return (
    <li className={cx(css.message, css.own)}>
      <div className={css.bubble}>
        <span className="visually-hidden">{t('service.you')}</span>
        {photo && <DrawnPhoto photo={photo} label={t('service.picture')} className={css.picture} />}
        {text !== '' && <Labels text={text} />}
      </div>
      {refusal === null ? (
        <span className={css.facts} role="status">
          {standing()}
        </span>
      ) : (
        <>
          <Callout tone="bad">{refusalText(refusal)}</Callout>
          <span className={css.acts}>
            <Button kind="plain" small onClick={() => chat.send({ type: 'chat.again', clientId })}>
              {t('action.retry')}
            </Button>
            <Button kind="plain" small onClick={() => chat.send({ type: 'chat.discard', clientId })}>
              {t('action.delete')}
            </Button>
          </span>
        </>
      )}
    </li>
  )
}

function Composer() {
  const { chat } = usePart(service)
  const { t } = useLabels()
  const message = useActorOf(chatMessageMachine)
  const { text, photo } = useShown(message, ({ context }) => ({ text: context.form.text, photo: context.photo }))
  const choose = (chosen: File | null) => message.send({ type: 'message.choose', photo: chosen })
  const id = useId()
  const choice = usePhotoChoice(choose)
  const isReady = isSendable(text, photo !== null) && !choice.busy
  const send = () => {
    if (!isReady) return
    chat.send({ type: 'chat.send', clientId: newRequestId(), text, photo })
    message.send({ type: 'message.sent' })
  }
  return (
    <div className={css.composer}>
      <Form label={t('service.write')} found={null} onSubmit={send}>
        {photo && (
          <div className={css.chosen}>
            <DrawnPhoto photo={photo} label={t('service.picture')} className={css.picture} />
            <Button kind="plain" small onClick={() => choose(null)}>
              {t('service.removePicture')}
            </Button>
          </div>
        )}
        {choice.busy && (
          <p className={css.facts} role="status">
            {t('photo.preparing')}
          </p>
        )}
        {choice.error !== undefined && <Callout tone="bad">{choice.error}</Callout>}
        <div className={css.line}>
          <label className={css.attach} htmlFor={id}>
            <Icon name={camera} />
            <span className="visually-hidden">{t('service.addPicture')}</span>
            <PhotoInput id={id} className={css.file} choose={choice.choose} />
          </label>
          <TextArea
            label={t('service.write')}
            hideLabel
            placeholder={t('service.write')}
            value={text}
            onChange={(typed) => message.send({ type: 'message.change', text: typed })}
            onEnter={send}
            maxLength={CHAT_TEXT_MAX}
          />
          <Button type="submit" small disabled={!isReady}>
            {t('service.send')}
          </Button>
        </div>
      </Form>
    </div>
  )
}
