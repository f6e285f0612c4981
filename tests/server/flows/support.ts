import type { AnyActorLogic } from 'xstate'
import { commit } from '../../../server/platform/unit/unit.ts'
import { newestCodes } from '../../../server/security/module.ts'
import { setStatus } from '../../../server/user/module.ts'
import { info, register } from '../../../src/api/account/user.ts'
import type { sendCodeMachine } from '../../../src/machines/parts/sendCode.ts'
import type { CodeTarget } from '../../../src/rules/account/credentials.ts'
import { refused, unanswered } from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import type { TestServer } from '../harness.ts'
import { registration } from '../security/support.ts'

export const NEW = 'Battery Staple 2'

let people = 0
/** An unused name. */
export const newName = () => `walker${++people}`

/** A user who registered by an e-mail address. */
export async function person(server: TestServer) {
  const username = newName()
  const registering = await registration(server, username)
  const token = await server.ok(register, registering)
  const { id } = await server.ok(info, {}, token)
  return { username, token, id, target: registering.target }
}

/** Locked: every change is refused. */
export const byLock = (server: TestServer, id: string) => ({
  refuse: async () => {
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
  },
  welcome: async () => {
    await commit(server.platform, (unit) => setStatus(unit, id, 'active'))
  },
})

const leaveTries = (server: TestServer, target: string, tries: bigint) =>
  server.platform.db.updateTable('codes').set({ tries_left: tries }).where('target', '=', target).execute()
/** Guessed at too often: no code to this target is right any more. */
export const bySpentCode = (server: TestServer, target: string) => ({
  refuse: async () => {
    await leaveTries(server, target, 0n)
  },
  welcome: async () => {
    await leaveTries(server, target, 5n)
  },
})

export const codeTo = async (server: TestServer, target: string) =>
  (await newestCodes(server.platform, target))[0]?.code ?? 'none'

/** Injects a client with this token into the effects. */
export type MakeClient = (getToken: () => string | null) => void
export const locked = refused('accountLocked')
export const spent = refused('wrongVerificationCode')
export const endings = (id: string, output: unknown, refusal: Error = locked) => [
  done(id, output),
  failed(id, refusal),
  failed(id, unanswered),
]

/** All effects of a machine. */
export const effectsOf = ({ implementations }: { implementations: { actors: unknown } }) =>
  implementations.actors as Record<string, AnyActorLogic>

/** The effect of a machine that has codes sent. */
export const sendingOf = (machine: Parameters<typeof effectsOf>[0], name: string) =>
  effectsOf(effectsOf(machine)[name] as unknown as typeof sendCodeMachine)

/** Possible outcomes of sending a code. */
export const sendingTo = (target: CodeTarget | null) => [
  { type: 'code.send', target },
  { type: 'code.forget' },
  done('sendCode', { sentAt: 1, code: '1' }),
  failed('sendCode', unanswered),
]

/** Typing into each of these fields. */
export const typing = (type: string, fields: Record<string, string>) =>
  Object.entries(fields).map(([field, value]) => ({ type, field, value }))
