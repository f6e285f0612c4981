import { useSelector } from '@xstate/react'
import type { AnyActorRef } from 'xstate'
import { useWords } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { refresh } from '../../parts/marks/drawings.ts'

/**
 * A request got no answer: what is known, and what happens next. `sending`: the actor that sends it, with the tag `pending`; `orders`: the
 * page with its current state.
 */
export function Uncertain({ sending, orders, onCheck }: { sending: AnyActorRef; orders: string; onCheck: () => void }) {
  const { t } = useWords()
  const pending = useSelector(sending, (now) => now.hasTag('pending'))
  return pending ? (
    <Statement
      icon={refresh}
      title={t('lever.checking')}
      text={t('lever.checkingText')}
      actions={
        <Button kind="quiet" onClick={onCheck}>
          {t('microtrade.checkNow')}
        </Button>
      }
    />
  ) : (
    <Statement
      icon="warning"
      title={t('microtrade.unknown')}
      text={t('lever.unknownText')}
      actions={<LinkButton to={orders}>{t('microtrade.seeOrders')}</LinkButton>}
    />
  )
}
