import { useSelector } from '@xstate/react'
import type { UserInfo } from '../../../api/account/user.ts'
import { bankCardMachine } from '../../../machines/user/bankCard.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useDone } from '../../forms/form-fields.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { type Shape, Skeleton } from '../../parts/page/states.tsx'
import { safeNext } from '../../router/places.ts'
import { navigate, useQuery } from '../../router/router.ts'
import { BankForm } from './bank-form.tsx'
import { SavedCard } from './saved-card.tsx'

const shapes: readonly Shape[] = ['line', 'line', 'line', 'button']

/** The bank card: the saved one, or its form. `?next=…`: where to go once it is saved. */
export function BankPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <Bank user={user} /> : <Skeleton shapes={shapes} />
}

function Bank({ user: { username, address } }: { user: UserInfo }) {
  const { notice, places } = useServices()
  const next = safeNext(places, useQuery().get('next'))
  const input = { address: username === null ? address : null }
  const actor = useActorOf(bankCardMachine, input)
  const view = useSelector(actor, (now) => (['card', 'form'] as const).find((tag) => now.hasTag(tag)))
  const load = useSelector(actor, ({ children }) => children.load)
  const saved = useSelector(actor, ({ context }) => context.saved)
  useDone(saved !== null, () => {
    if (saved) notice.send({ type: 'notice.show', notice: { key: saved, tone: 'good' } })
    if (next !== undefined) navigate(next, { replace: true })
  })
  switch (view) {
    case 'card':
      return <SavedCard actor={actor} />
    case 'form':
      return <BankForm actor={actor} />
    default:
      return <LoadFirst load={load} shapes={shapes} />
  }
}
