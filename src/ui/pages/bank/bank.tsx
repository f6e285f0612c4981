import { useSelector } from '@xstate/react'
import type { UserInfo } from '../../../api/user.ts'
import { useActorOf } from '../../actor-of.ts'
import { useDone } from '../../form-fields.ts'
import { LoadFirst } from '../../load-first.tsx'
import { usePart } from '../../part.ts'
import { type Bone, Skeleton } from '../../parts/states.tsx'
import { useServices } from '../../services.ts'
import { BankForm } from './bank-form.tsx'
import { bank } from './part.ts'
import { SavedCard } from './saved-card.tsx'

const bones: readonly Bone[] = ['line', 'line', 'line', 'button']

/** The bank card: the saved one, or its form. */
export function BankPage() {
  const { session } = useServices()
  const user = useSelector(session, ({ context }) => context.userInfo)
  return user ? <Bank user={user} /> : <Skeleton bones={bones} />
}

function Bank({ user: { username, address } }: { user: UserInfo }) {
  const { notice } = useServices()
  const input = { address: username === null ? address : null }
  const actor = useActorOf(usePart(bank).bankCard, input)
  const view = useSelector(actor, (now) => (['card', 'form'] as const).find((tag) => now.hasTag(tag)))
  const load = useSelector(actor, ({ children }) => children.load)
  const saved = useSelector(actor, ({ context }) => context.saved)
  useDone(saved !== null, () => {
    if (saved) notice.send({ type: 'notice.show', notice: { key: saved, tone: 'good' } })
  })
  switch (view) {
    case 'card':
      return <SavedCard actor={actor} />
    case 'form':
      return <BankForm actor={actor} />
    default:
      return <LoadFirst load={load} bones={bones} />
  }
}
