import type { ActorRefFrom } from 'xstate'
import type { registerMachine } from '../../../machines/register.ts'

/** A registration under way, as its fields are handed it. */
export type RegisterActor = ActorRefFrom<typeof registerMachine>
