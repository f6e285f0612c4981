import { useSelector } from '@xstate/react'
import { Skeleton } from '../../parts/states.tsx'
import { useServices } from '../../services.ts'
import { Conversation } from './conversation.tsx'
import { ServiceForm } from './service-form.tsx'

/** Customer service: a conversation for signed-in users, a form for others. */
export function ServicePage() {
  const { session } = useServices()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const ready = useSelector(session, (now) => now.hasTag('ready') || now.hasTag('unreachable'))
  if (!signedIn) return <ServiceForm />
  return ready ? <Conversation /> : <Skeleton bones={['line', 'card', 'card', 'card']} />
}
