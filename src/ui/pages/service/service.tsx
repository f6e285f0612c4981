import { useSelector } from '@xstate/react'
import { useServices } from '../../app/services.ts'
import { Skeleton } from '../../parts/page/states.tsx'
import { Conversation } from './conversation.tsx'
import { ServiceForm } from './service-form.tsx'

/** Customer service: a conversation for signed-in users, a form for others. */
export function ServicePage() {
  const { session } = useServices()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const ready = useSelector(session, (now) => now.hasTag('ready') || now.hasTag('unreachable'))
  if (!signedIn) return <ServiceForm />
  return ready ? <Conversation /> : <Skeleton shapes={['line', 'card', 'card', 'card']} />
}
