import type { ReactNode } from 'react'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { RequestSheet, type RequestSheetProps } from './request-sheet.tsx'
import { TicketPrice, TicketTitle } from './ticket-head.tsx'

type SheetOfOrderProps = Omit<RequestSheetProps, 'name' | 'title' | 'aside'> & {
  symbol: string
  /** The side, with its leverage, and the way of the price that it gains by. */
  side: { text: string; way: Direction }
  /** The market's price, in the header; null for none. */
  price?: ReactNode
}

/** The sheet of an order: while its terms load, while it is edited, and while it waits for its answer. Give each new form a key. */
export function OrderSheet({ actor, symbol, side, price, description, children, ...sheet }: SheetOfOrderProps) {
  const { t } = useLabels()
  const { loading, failed, form } = useShown(actor, (now) => {
    const [loading, failed] = [now.matches('loading'), now.matches('failed')]
    return { loading, failed, form: !loading && !failed && !now.hasTag('uncertain') }
  })
  return (
    <RequestSheet
      {...sheet}
      actor={actor}
      name="form"
      title={<TicketTitle symbol={symbol} way={side.way} side={side.text} />}
      {...(price !== null && { aside: price ?? <TicketPrice symbol={symbol} /> })}
      {...(form && description ? { description } : {})}
    >
      {loading && <Skeleton shapes={['button', 'line', 'button', 'card', 'button']} />}
      {failed && (
        <LoadFailure
          title={t('microtrade.failed')}
          text={t('page.failedHint')}
          onRetry={() => actor.send({ type: 'form.retry' })}
        />
      )}
      {form && children}
    </RequestSheet>
  )
}
