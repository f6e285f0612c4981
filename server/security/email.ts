import type { EmailInfo, email } from '../../src/api/account/safe.ts'
import type { Input } from '../../src/api/wire/call.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { tellUser } from '../inbox/module.ts'
import type { Handled } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { hasAuthenticator } from './authenticators.ts'
import { checkCode, type Purpose, readOutbox, sendCode, useCode as takeCode } from './codes.ts'
import type { PasswordDeps } from './passwords.ts'
import { maskedEmail, readEmail, type Target } from './targets.ts'

const boundTo = async ({ platform: { db } }: PasswordDeps, userId: string): Promise<string | null> =>
  (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email

/** A user's e-mail address, masked, and what binding another requires. */
export async function emailOf(deps: PasswordDeps, userId: string): Promise<EmailInfo> {
  const bound = await boundTo(deps, userId)
  return {
    email: bound === null ? null : maskedEmail(bound),
    authenticator: await hasAuthenticator(readFrom(deps.platform), userId),
    sent: null,
  }
}

/**
 * The bound e-mail address, as a target.
 *
 * @throws Refusal `dataNotFound` if none is bound
 */
export async function boundEmail(deps: PasswordDeps, userId: string): Promise<Target> {
  const email = await boundTo(deps, userId)
  if (email === null) throw new Refusal('dataNotFound')
  return { kind: 'email', value: email }
}

/** Sends the code that a new address requires, even to one that has an account, so as not to reveal it. */
export const sendNewEmailCode = (deps: PasswordDeps, userId: string, address: string, lang: Lang): Promise<EmailInfo> =>
  send(deps, userId, { target: readEmail(address), purpose: 'emailNew', lang })

/**
 * Sends the code that the change requires, to the bound address.
 *
 * @throws Refusal `dataNotFound` if none is bound
 */
export const sendOldEmailCode = async (deps: PasswordDeps, userId: string, lang: Lang): Promise<EmailInfo> =>
  send(deps, userId, { target: await boundEmail(deps, userId), purpose: 'emailOld', lang })

async function send(
  deps: PasswordDeps,
  userId: string,
  { target, purpose, lang }: { target: Target; purpose: 'emailNew' | 'emailOld'; lang: Lang },
): Promise<EmailInfo> {
  const { platform } = deps
  const { ticket, expiresAt } = await sendCode(platform, target, purpose, lang)
  const message = await readOutbox(platform, ticket, [purpose])
  return { ...(await emailOf(deps, userId)), sent: { expiresAt, paperCode: message?.code ?? null } }
}

/**
 * Binds an e-mail address, replacing an earlier one.
 *
 * @throws Refusal `wrongVerificationCode` (also for an address that is taken), its field `code` or `oldCode`; `missingParameters`,
 *   `accountLocked`, and the errors of the proof
 */
export async function bindEmail(
  deps: PasswordDeps,
  { session, input, prove, commit }: Handled<typeof email, Extract<Input<typeof email>, { action: 'bind' }>>,
): Promise<EmailInfo> {
  const { platform } = deps
  const { userId } = session
  const target = readEmail(input.email)
  const before = await boundTo(deps, userId)
  if (before !== null && input.oldCode === undefined) throw new Refusal('missingParameters', { field: 'oldCode' })
  const tickets = [await ticketOf(deps, { target, purpose: 'emailNew', code: input.code, field: 'code' })]
  if (before !== null && input.oldCode !== undefined) {
    const old: Target = { kind: 'email', value: before }
    tickets.push(await ticketOf(deps, { target: old, purpose: 'emailOld', code: input.oldCode, field: 'oldCode' }))
  }
  await prove()
  try {
    await commit(async (unit) => {
      for (const ticket of tickets) await takeCode(unit, ticket)
      if (await isTaken(unit.tx, target, userId)) throw taken()
      const { numUpdatedRows } = await unit.tx
        .updateTable('users')
        .set({ email: target.value })
        .where('id', '=', userId)
        .where('email', before === null ? 'is' : '=', before)
        .executeTakeFirst()
      // A concurrent change came first: the old code was for an address that is no longer bound.
      if (numUpdatedRows !== 1n) throw new Refusal('wrongVerificationCode', { field: 'oldCode' })
      const params = { email: maskedEmail(target.value) }
      await tellUser(unit, userId, { kind: 'security', key: 'emailChanged', params }, before ?? undefined)
    })
  } catch (error) {
    // The address was bound concurrently: the database's unique index refused this one.
    if (!(error instanceof Refusal) && (await isTaken(platform.db, target, userId))) throw taken()
    throw error
  }
  return emailOf(deps, userId)
}

const taken = () => new Refusal('wrongVerificationCode', { field: 'code' })

const isTaken = async (tx: PasswordDeps['platform']['db'], target: Target, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', target.value)
    .where('id', '<>', userId)
    .executeTakeFirst()) !== undefined

async function ticketOf(
  { platform }: PasswordDeps,
  { target, purpose, code, field }: { target: Target; purpose: Purpose; code: string; field: string },
): Promise<string> {
  try {
    return await checkCode(platform, target, purpose, code)
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.key, { ...error.params, field }) : error
  }
}
