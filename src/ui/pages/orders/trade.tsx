import type { ReactNode } from 'react'
import type { Order } from '../../../api/trade/orders.ts'
import { forexSymbols } from '../../../rules/forex/pairs.ts'
import { contracts } from '../../../rules/lever/terms.ts'
import { pairs } from '../../../rules/market/pairs.ts'
import type { Market } from '../../../rules/orders/order-list.ts'
import { usePart } from '../../app/part.ts'
import { useAsked } from '../../app/use-asked.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { STRATEGIES } from '../../router/places.ts'
import { usePlaceState, useQuery } from '../../router/router.ts'
import { ForexSheet } from '../forex/forex-sheet.tsx'
import { forex } from '../forex/part.ts'
import { LeverSheet } from '../lever/lever-sheet.tsx'
import { lever } from '../lever/part.ts'
import { spot } from '../spot/part.ts'
import { SpotSheet } from '../spot/spot-sheet.tsx'
import { Filters } from './filters.tsx'
import { History } from './history.tsx'
import { NewOrder } from './new-order.tsx'
import { OpenOrders } from './open-orders.tsx'
import { orders } from './part.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { sides } from './sides.ts'
import css from './trade.module.css'
import { useFilter } from './use-filter.ts'

const isYes = (value: unknown): value is boolean => value === true

const contractSymbols = contracts.map(({ symbol }) => symbol)
const spotSymbols = pairs.map(({ symbol }) => symbol)

/** The user's orders on all markets, and the spot form. */
export function TradePage() {
  const { t } = useLabels()
  return (
    <Trade usual={undefined}>
      <NewOrder part={spot} label="spot.new" symbols={spotSymbols} sides={sides.spot} sheet={SpotSheet} />
      <LinkButton kind="plain" to={STRATEGIES}>
        {t('title.strategy')}
      </LinkButton>
    </Trade>
  )
}

/** The user's contracts, and the form for a new one. */
export const ContractsPage = () => (
  <Trade usual={undefined} kind="lever">
    <NewOrder part={lever} label="lever.new" symbols={contractSymbols} sides={sides.lever} sheet={LeverSheet} />
  </Trade>
)

/** The same with the history of forex and metals, and their form. */
export const ForexOrdersPage = () => (
  <Trade usual="forex">
    <NewOrder part={forex} label="forex.new" symbols={forexSymbols} sides={sides.forex} sheet={ForexSheet} />
  </Trade>
)

/**
 * The user's open orders and order history, with receipts. The place may name a receipt to open at once, the first time:
 * `?receipt=<id>&kind=<kind>`.
 */
function Trade({
  usual,
  kind: only,
  children,
}: {
  usual: Market | undefined
  kind?: Order['kind']
  children?: ReactNode
}) {
  const { t } = useLabels()
  const linked = useLinked()
  const filter = useFilter(usual)
  const { market, result, choose } = filter
  const kind = only ?? filter.kind
  const [seen, noteSeen] = usePlaceState('seen', false, isYes)
  const { asked, ask, sheet } = useAsked(seen ? undefined : linked)
  return (
    <div className={css.page}>
      {children}
      <OpenOrders kind={only}>
        <section className={css.section} aria-label={t('orders.history')}>
          <h2 className={css.title}>{t('orders.history')}</h2>
          <Filters filter={{ kind, market, result }} ofKind={only === undefined} onChoose={choose} />
          <History
            key={`${kind} ${market} ${result}`}
            filter={{ kind, market, result }}
            onShowAll={() => choose({ kind: undefined, market: undefined, result: undefined })}
            onReceipt={ask}
          />
        </section>
      </OpenOrders>
      {asked && (
        <ReceiptSheet
          key={asked.key}
          order={asked.about}
          open={sheet.open}
          onClose={() => {
            sheet.onClose()
            noteSeen(true)
          }}
        />
      )}
    </div>
  )
}

/** The order whose receipt the place names. Old links have no kind. */
function useLinked(): Pick<Order, 'kind' | 'id'> | undefined {
  const { kinds } = usePart(orders)
  const query = useQuery()
  const id = query.get('receipt')
  return id === null
    ? undefined
    : { id, kind: [...kinds.keys()].find((kind) => kind === query.get('kind')) ?? 'microtrade' }
}
