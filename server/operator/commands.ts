import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../../src/api/messages.ts'
import { decideVerification, listVerifications, showVerification } from '../kyc/index.ts'
import { commitAndAnnounce } from '../platform/announce.ts'
import type { Platform } from '../platform/context.ts'
import type { Unit } from '../platform/unit.ts'
import { findUser, forgetAuthenticator, newestCodes, setStatus, tellUser } from '../user/index.ts'
import { actsOf, noteAct } from './audit.ts'

/** What a person typed cannot be done. Its message is one line. */
export class OperatorError extends Error {}

/** What a command is given. `why` is there for every act. */
export type Given = {
  platform: Platform
  who: string
  args: readonly string[]
  options: Readonly<Record<string, string>>
}

export type Command = {
  name: string
  args: readonly string[]
  /** Options beside `--as`, which every act takes. */
  options: readonly { name: string; value: string; about: string; needed?: true }[]
  about: string
  run(given: Given): Promise<Rows>
}

/** What a command answers: rows to print. */
export type Rows = readonly Readonly<Record<string, string | number | null>>[]

const why = { name: 'why', value: 'TEXT', about: 'the reason, for the audit log', needed: true } as const
const date = (seconds: bigint | number) => new Date(Number(seconds) * 1000).toISOString().replace('.000', '')

/** Every command of the operator, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'kyc list',
    args: [],
    options: [],
    about: 'Lists the verifications that wait for a review, oldest first.',
    run: async ({ platform }) =>
      (await listVerifications(platform)).map(({ id, userId, submittedAt, ...rest }) => ({
        id,
        user: userId,
        ...rest,
        submitted: date(submittedAt),
      })),
  },
  {
    name: 'kyc show',
    args: ['ID'],
    options: [{ name: 'save', value: 'FOLDER', about: 'writes the two photographs there' }],
    about: 'Shows who someone says to be. Looking is an act: it is in the audit log.',
    run: async (given) => {
      const shown = await act(given, 'kyc show', 'looked at', async (unit, [id = '']) => {
        const found = await showVerification(unit, id)
        return found && { userId: found.userId, result: found }
      })
      const { photos, ...person } = shown
      const { save } = given.options
      if (save === undefined) return [person]
      await mkdir(save, { recursive: true, mode: 0o700 })
      const saved = photos.map(async ({ purpose, name }) => {
        const bytes = await given.platform.store.get(name)
        if (!bytes) throw new OperatorError(`the photograph ${purpose} is not in the store`)
        const path = join(save, `${person.id}-${purpose}.jpg`)
        await writeFile(path, bytes, { mode: 0o600 })
        return path
      })
      return [{ ...person, photos: (await Promise.all(saved)).join(' ') }]
    },
  },
  {
    name: 'kyc accept',
    args: ['ID'],
    options: [why],
    about: 'Accepts a verification that waits for a review.',
    run: async (given) => decide(given, 'kyc accept', { verified: true }),
  },
  {
    name: 'kyc refuse',
    args: ['ID'],
    options: [{ ...why, about: 'the reason, which the person is told' }],
    about: 'Refuses a verification that waits for a review.',
    run: async (given) => decide(given, 'kyc refuse', { verified: false, reason: reasonOf(given) }),
  },
  {
    name: 'user show',
    args: ['USER'],
    options: [],
    about: 'Shows a user, by name, id, e-mail address, telephone number or wallet address.',
    run: async ({ platform, args: [name = ''] }) => {
      const user = await findUser(platform.db, name)
      if (!user) throw noUser(name)
      const { id, username, address, email, phone, status, lang, created_at } = user
      return [{ id, username, address, email, phone, status, lang, created: date(created_at) }]
    },
  },
  {
    name: 'user freeze',
    args: ['USER'],
    options: [why],
    about: 'Freezes an account: nothing of it can be used, and its sockets fall silent at once.',
    run: (given) => status(given, 'user freeze', 'frozen'),
  },
  {
    name: 'user lock',
    args: ['USER'],
    options: [why],
    about: 'Locks an account: its owner may look, and not act.',
    run: (given) => status(given, 'user lock', 'locked'),
  },
  {
    name: 'user unlock',
    args: ['USER'],
    options: [why],
    about: 'Makes a locked or frozen account active again. Thawing ends the sessions from before.',
    run: (given) => status(given, 'user unlock', 'active'),
  },
  {
    name: 'user message',
    args: ['USER'],
    options: [{ name: 'text', value: 'TEXT', about: 'what the user is told', needed: true }, why],
    about: 'Sends a message to a user.',
    run: (given) =>
      actOnUser(given, 'user message', async (unit, userId) => {
        const text = given.options.text?.trim() ?? ''
        if (text === '') throw new OperatorError('--text is empty')
        await tellUser(unit, userId, { text })
      }),
  },
  {
    name: 'user reset-2fa',
    args: ['USER'],
    options: [{ ...why, about: 'what was checked: who asked, by which way, what they could show' }],
    about: 'Removes a two-factor authenticator with its recovery codes, and ends every session. Check first who asks.',
    run: (given) =>
      actOnUser(given, 'user reset-2fa', async (unit, userId) => {
        if (!(await forgetAuthenticator(unit, userId))) throw new OperatorError('no authenticator is bound')
      }),
  },
  {
    name: 'outbox',
    args: ['TARGET'],
    options: [],
    about: 'Shows the codes that were sent to an e-mail address or a telephone number, while money is paper.',
    run: async ({ platform, args: [target = ''] }) => {
      const codes = await newestCodes(platform, target).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        throw new OperatorError(
          'TARGET is an e-mail address, or a telephone number that begins with + and its area code',
        )
      })
      return codes.map(({ sentAt, expiresAt, ...rest }) => ({ ...rest, sent: date(sentAt), expires: date(expiresAt) }))
    },
  },
  {
    name: 'audit',
    args: [],
    options: [{ name: 'user', value: 'USER', about: 'only what was done to this user' }],
    about: 'Shows the newest 100 acts of operators.',
    run: async ({ platform, options }) => {
      const user = options.user === undefined ? undefined : await findUser(platform.db, options.user)
      if (options.user !== undefined && !user) throw noUser(options.user)
      return (await actsOf(platform.db, user?.id, 100)).map((row) => ({
        at: date(row.at),
        who: row.who,
        act: row.act,
        user: row.user_id,
        why: row.why,
      }))
    },
  },
]

const noUser = (name: string) => new OperatorError(`there is no user ${name}`)

function reasonOf({ options }: Given): string {
  const reason = options.why?.trim() ?? ''
  if (reason === '') throw new OperatorError('--why is empty')
  return reason
}

/** Carries something out, and notes it, both or neither; running servers hear of it. */
function act<T>(
  { platform, who, args }: Given,
  name: string,
  reason: string,
  work: (unit: Unit, args: readonly string[]) => Promise<{ userId: string; result: T } | undefined>,
): Promise<T> {
  return commitAndAnnounce(platform, async (unit) => {
    const done = await work(unit, args)
    if (!done)
      throw new OperatorError(`there is no such ${name.startsWith('kyc') ? 'verification that waits' : 'user'}`)
    await noteAct(unit, { who, act: name, userId: done.userId, why: reason })
    return done.result
  })
}

async function decide(given: Given, name: string, decision: Parameters<typeof decideVerification>[2]): Promise<Rows> {
  const userId = await act(given, name, reasonOf(given), async (unit, [id = '']) => {
    const decided = await decideVerification(unit, id, decision)
    return decided === undefined ? undefined : { userId: decided, result: decided }
  })
  return [{ user: userId, done: name }]
}

async function actOnUser(
  given: Given,
  name: string,
  work: (unit: Unit, userId: string) => Promise<void>,
): Promise<Rows> {
  const userId = await act(given, name, reasonOf(given), async (unit, [of = '']) => {
    const user = await findUser(unit.tx, of)
    if (!user) throw noUser(of)
    await work(unit, user.id)
    return { userId: user.id, result: user.id }
  })
  return [{ user: userId, done: name }]
}

const status = (given: Given, name: string, next: Parameters<typeof setStatus>[2]) =>
  actOnUser(given, name, async (unit, userId) => {
    await setStatus(unit, userId, next)
  })
