import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { usePart } from '../../app/part.ts'
import { useLabels } from '../../i18n/index.ts'
import { bell } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { MESSAGES } from '../../router/places.ts'
import css from './bell.module.css'
import { inbox } from './part.ts'

/** Above this number the badge shows a plus. */
const SHOWN_MAX = 99

/** A link to the messages, with the number of unread ones. */
export function Bell() {
  const { messages } = usePart(inbox)
  const { t } = useLabels()
  useEffect(() => messages.send({ type: 'messages.open' }), [messages])
  const left = useSelector(messages, ({ context }) => context.unread)
  const label = left > 0 ? `${t('title.messages')}, ${t('messages.unreadCount', { left })}` : t('title.messages')
  return (
    <Link href={MESSAGES} className={css.bell} aria-label={label}>
      <Icon name={bell} />
      {left > 0 && (
        <span className={css.count} aria-hidden="true">
          {left > SHOWN_MAX ? `${SHOWN_MAX}+` : left}
        </span>
      )}
    </Link>
  )
}
