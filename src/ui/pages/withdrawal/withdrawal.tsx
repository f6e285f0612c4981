import { useSelector } from '@xstate/react'
import { addressBookMachine, type BookActor } from '../../../machines/money/addressBook.ts'
import { type WithdrawalActor, withdrawalFormMachine } from '../../../machines/money/withdrawalForm.ts'
import { sendingNetworksOf } from '../../../rules/money/coin-networks.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useChanged } from '../../forms/form-fields.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { GuideLink } from '../../lists/guide-link.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import type { Shape } from '../../parts/page/states.tsx'
import { useQuery } from '../../router/router.ts'
import { AddressBook } from './address-book.tsx'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { Newest } from './newest.tsx'
import { OneWithdrawal } from './one-withdrawal.tsx'
import { WithdrawalForm } from './withdrawal-form.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'

const shapes: readonly Shape[] = ['card', 'line', 'line', 'line', 'button']

/** Withdrawals: requirements, the form, and the newest withdrawal. `?currency=BTC`: initial currency; `?withdrawal=…`: the one to show. */
export function WithdrawalPage() {
  const { serverNow } = useServices()
  const query = useQuery()
  const asked = query.get('currency') ?? ''
  const currency = sendingNetworksOf(asked).length > 0 ? asked : undefined
  const actor = useActorOf(withdrawalFormMachine, { currency, newRequestId, serverNow })
  const book = useActorOf(addressBookMachine)
  const isReady = useSelector(actor, (now) => now.hasTag('ready'))
  const load = useSelector(actor, ({ children }) => children.load)
  useReconnected(() => actor.send({ type: 'withdrawal.reload' }))
  useNotices(actor, book)
  const shown = query.get('withdrawal')
  if (!isReady) return <LoadFirst load={load} shapes={shapes} />
  return (
    <div className="page">
      <Newest actor={actor} />
      <WithdrawalForm actor={actor} book={book} />
      <GuideLink slug="withdraw" />
      <WithdrawalList actor={actor} />
      <ConfirmSheet actor={actor} />
      <AddressBook actor={actor} book={book} />
      <OneWithdrawal key={shown} id={shown} actor={actor} />
    </div>
  )
}

/** Shows notices after actions, and refreshes the page. */
function useNotices(actor: WithdrawalActor, book: BookActor): void {
  const { notice } = useServices()
  const say = (key: 'withdrawalSubmitted' | 'cancelled' | 'addressAdded' | 'addressDeleted') =>
    notice.send({ type: 'notice.show', notice: { key, tone: 'good' } })
  const submitted = useSelector(actor, ({ context }) => context.submitted?.id)
  const cancelled = useSelector(actor, ({ context }) => context.cancelled?.id)
  const news = useSelector(book, ({ context }) => context.news)
  useChanged(submitted, () => say('withdrawalSubmitted'))
  useChanged(cancelled, () => say('cancelled'))
  useChanged(news, (now) => {
    say(now.type === 'added' ? 'addressAdded' : 'addressDeleted')
    if (now.type === 'added') actor.send({ type: 'withdrawal.added', address: now.address })
    else actor.send({ type: 'withdrawal.reload' })
  })
}
