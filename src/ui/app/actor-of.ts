import { useActorRef } from '@xstate/react'
import type { Actor, ActorOptions, AnyActorLogic, InputFrom } from 'xstate'
import { useServices } from './services.ts'

/** The component's own actor of a machine, which the inspector shows. `input`: for machines that take one. */
export function useActorOf<Logic extends AnyActorLogic>(
  logic: Logic,
  ...[input]: undefined extends InputFrom<Logic> ? [] : [InputFrom<Logic>]
): Actor<Logic> {
  const { inspection } = useServices()
  const options = { input, ...inspection } as ActorOptions<Logic>
  return useActorRef<AnyActorLogic>(logic, options) as Actor<Logic>
}
