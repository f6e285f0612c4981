import { useSelector } from '@xstate/react'
import type { AnyActorRef } from 'xstate'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { refresh } from '../../parts/marks/drawings.ts'

/** Whose texts an order has while it is placed: options have their own. */
export type OrderTexts = keyof typeof texts

const texts = {
  lever: { checking: 'lever.checking', checkingText: 'once.checkingText', unknownText: 'lever.unknownText' },
  microtrade: {
    checking: 'microtrade.checking',
    checkingText: 'microtrade.checkingText',
    unknownText: 'microtrade.unknownText',
  },
} as const

type UncertainProps = { sending: AnyActorRef; orders: string; noun?: OrderTexts | undefined; onCheck: () => void }

/**
 * A request got no answer: what is known, and what happens next. `sending`: the actor that sends it, with the tag `pending`; `orders`: the
 * page with its current state.
 */
export function Uncertain({ sending, orders, noun = 'lever', onCheck }: UncertainProps) {
  const { t } = useLabels()
  const pending = useSelector(sending, (now) => now.hasTag('pending'))
  const request: AnyActorRef | undefined = useSelector(sending, (now) => now.children.submitOnce)
  const canAsk = useSelector(request, (now) => now?.hasTag('waiting') ?? false)
  return pending ? (
    <Statement
      icon={refresh}
      title={t(texts[noun].checking)}
      text={t(texts[noun].checkingText)}
      actions={
        <Button kind="quiet" busy={!canAsk} onClick={onCheck}>
          {t('once.checkNow')}
        </Button>
      }
    />
  ) : (
    <Statement
      icon="warning"
      title={t('once.unknown')}
      text={t(texts[noun].unknownText)}
      actions={<LinkButton to={orders}>{t('microtrade.seeOrders')}</LinkButton>}
    />
  )
}
