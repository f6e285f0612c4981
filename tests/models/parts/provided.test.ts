import { describe, expect, it } from 'vitest'
import { type AnyActorLogic, type AnyStateMachine, createActor, StateMachine } from 'xstate'
import { sessionMachine } from '../../../src/machines/session/session.ts'

const files = import.meta.glob<Record<string, unknown>>(['../../src/machines/**/*.ts', '!**/actors/**'], {
  eager: true,
})
const machines = Object.values(files)
  .flatMap((file) => Object.values(file))
  .filter((each): each is AnyStateMachine => each instanceof StateMachine)

const effects = machines.flatMap(({ id, implementations }) =>
  Object.entries(implementations.actors)
    .filter(([, logic]) => !('root' in Object(logic)))
    .map(([name, logic]) => ({ machine: id, name, logic: logic as AnyActorLogic })),
)

/** What an actor of this logic fails with. */
const failureOf = (logic: AnyActorLogic) =>
  new Promise<unknown>((resolve) => {
    const actor = createActor(logic, { input: {} as never })
    actor.subscribe({ error: resolve })
    actor.start()
  })

describe('an effect that nobody provided', () => {
  it.each(effects)('fails at its first use and says its name: $name of $machine', async ({ name, logic }) => {
    expect(await failureOf(logic)).toEqual(new Error(`\`${name}\` actor must be provided`))
  })

  it.each(['storeToken', 'storeUserInfo', 'storeLang', 'clearStoredUser'])(
    'so does the action %s of the session',
    (name) => {
      const action = sessionMachine.implementations.actions[name as 'storeToken'] as unknown as () => void
      expect(action).toThrow(`\`${name}\` action must be provided`)
    },
  )
})
