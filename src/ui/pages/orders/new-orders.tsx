import { useState } from 'react'
import type { Order } from '../../../api/trade/orders.ts'
import { findInstrument } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { STRATEGIES } from '../../router/places.ts'
import { usePlaceState, useQuery } from '../../router/router.ts'
import css from './trade.module.css'
import { useTicketSheet, useTickets } from './use-tickets.tsx'

const isText = (value: unknown): value is string => typeof value === 'string'

type NewOrdersProps = {
  /** The kind of order at first. */
  kind: Order['kind']
  open: boolean
  onClose: () => void
}

/** Starts a new order: kind, market and side. The place may name the market: `?symbol=<symbol>`. */
export function NewOrders({ kind: first, open, onClose }: NewOrdersProps) {
  const { quotes } = useServices()
  const { t } = useLabels()
  const named = useQuery().get('symbol')
  const tickets = useTickets().filter(({ symbols }) => symbols)
  const [kind, choose] = useState<string>(first)
  const [chosen, chooseSymbol] = usePlaceState('symbol', named ?? 'BTCUSDT', isText)
  const [openTicket, sheet] = useTicketSheet(tickets)
  const ticket = tickets.find((each) => each.kind === kind)
  const known = ticket?.symbols?.filter((symbol) => findInstrument(symbol)) ?? []
  const listed = known.filter((symbol) => quotes.current(symbol))
  const offered = listed.length > 0 ? listed : known
  const symbol = offered.find((each) => each === chosen) ?? offered[0] ?? 'BTCUSDT'
  const begin = (side: string) => {
    onClose()
    if (ticket) openTicket(ticket, symbol, side)
  }
  return (
    <>
      <Sheet open={open} onClose={onClose} title={t('orders.new')}>
        <div className={css.groups}>
          <Choice
            legend={t('orders.kind')}
            options={tickets.map(({ kind, name }) => ({ value: kind as string, label: t(name) }))}
            value={kind}
            onChange={choose}
          />
          <SelectField
            label={t('orders.market')}
            value={symbol}
            onChange={chooseSymbol}
            options={offered.map((value) => ({ value, label: pairOf(value) }))}
          />
          <div className={css.ways}>
            {Object.entries(ticket?.sides ?? {}).map(([side, { label, way }]) => (
              <div key={side}>
                <Button kind={way} aria-haspopup="dialog" onClick={() => begin(side)}>
                  {t(label)}
                </Button>
              </div>
            ))}
          </div>
          <LinkButton kind="plain" to={STRATEGIES}>
            {t('title.strategy')}
          </LinkButton>
        </div>
      </Sheet>
      {sheet}
    </>
  )
}
