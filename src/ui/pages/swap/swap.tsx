import { useSelector } from '@xstate/react'
import { swapFormMachine } from '../../../machines/money/swapForm.ts'
import { findCurrency } from '../../../rules/money/currencies.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { useQuery } from '../../router/router.ts'
import { SwapForm } from './swap-form.tsx'
import { SwapList } from './swap-list.tsx'
import { SwapReceipt } from './swap-receipt.tsx'
import { SwapSheet } from './swap-sheet.tsx'

/** Swapping, and past swaps. `?currency=BTC`: initial currency; `?swap=…`: the one to show. */
export function SwapPage() {
  const { serverNow } = useServices()
  const query = useQuery()
  const currency = query.get('currency') ?? ''
  const from = findCurrency(currency) ? currency : undefined
  const input = { from, to: undefined, newRequestId, serverNow }
  const actor = useActorOf(swapFormMachine, input)
  const load = useSelector(actor, ({ children }) => children.load)
  const isForm = useSelector(actor, (now) => now.hasTag('form'))
  const shown = query.get('swap')
  return (
    <div className="page">
      {isForm ? (
        <>
          <SwapForm actor={actor} />
          <SwapSheet actor={actor} />
          <GuideLink slug="swap" />
          <SwapList />
        </>
      ) : (
        <LoadFirst load={load} shapes={['button', 'button', 'button', 'card', 'button']} />
      )}
      <SwapReceipt key={shown} id={shown} />
    </div>
  )
}
