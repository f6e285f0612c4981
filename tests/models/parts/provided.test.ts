import { beforeEach, describe, expect, it } from 'vitest'
import { type AnyActorLogic, type AnyStateMachine, createActor, StateMachine } from 'xstate'
import { type ActorDeps, inject } from '../../../src/machines/actors/call.ts'
import { sessionMachine } from '../../../src/machines/session/session.ts'

const files = import.meta.glob<Record<string, unknown>>(['../../../src/machines/**/*.ts', '!**/actors/**'], {
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

const nothing: { [Name in keyof ActorDeps]: undefined } = {
  ...{
    client: undefined,
    kept: undefined,
    drafts: undefined,
    account: undefined,
    token$: undefined,
    visible$: undefined,
  },
  ...{
    loadCover: undefined,
    walletSide: undefined,
    push: undefined,
    passkeys: undefined,
    origin: undefined,
    saveFile: undefined,
  },
  ...{ zone: undefined, now: undefined, quotes: undefined, seenOpenings: undefined, saveRecords: undefined },
  ...{
    replayWorker: undefined,
    heicWorker: undefined,
    hasTraded: undefined,
    orderKinds: undefined,
    askAdmin: undefined,
    saveOrders: undefined,
  },
}

/** Input required by an effect. */
const subjects = { order: {}, question: { form: {} } }

/** An input of any shape: a list, each of whose other fields is a subject or a text. */
const anything = new Proxy([{}], { get: (list, name) => Reflect.get(list, name) ?? Reflect.get(subjects, name) ?? '' })

/** The error of an actor of this logic. */
const failureOf = (logic: AnyActorLogic) =>
  new Promise<unknown>((resolve) => {
    const actor = createActor(logic, { input: anything as never })
    actor.subscribe({ error: resolve })
    actor.start()
  })

describe('an effect that is not provided, or whose dependencies are not injected', () => {
  beforeEach(() => inject(nothing))

  it('is looked for in every machine', () => expect(effects.length).toBeGreaterThan(100))

  it.each(effects)('fails at its first use and says what is missing: $name of $machine', async ({ name, logic }) => {
    const { message } = (await failureOf(logic)) as Error
    expect(message).toMatch(new RegExp(`^\`(${name}\` actor must be provided|[\\w$]+\` must be injected)$`))
  })

  it.each(['storeToken', 'storeUserInfo', 'storeLang', 'clearStoredUser'])(
    'so does the action %s of the session',
    (name) => {
      const action = sessionMachine.implementations.actions[name as 'storeToken'] as unknown as () => void
      expect(action).toThrow(`\`${name}\` action must be provided`)
    },
  )
})
