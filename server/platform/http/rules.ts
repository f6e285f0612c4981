import type { FastifyRequest } from 'fastify'
import type { Call } from '../../../src/api/wire/call.ts'
import type { Lang } from '../../../src/api/wire/fields.ts'
import type { SignInMethod } from '../../../src/api/wire/session.ts'
import type { Platform } from '../context.ts'
import { admit, type Count, countsFrom, giveBackAll, type Limit, tooMany } from '../throttle.ts'
import { type Prefetch, type Reads, readFrom } from '../unit/defer.ts'
import { commit, type Unit } from '../unit/unit.ts'

/** The caller. */
export type Session = { userId: string; method: SignInMethod; tokenHash: string }

/** A call as received. `address`: the caller's network address. */
export type Came<C extends Call, In> = {
  input: In
  lang: Lang
  address: string
  platform: Platform
  request: FastifyRequest
  /** Path of the uploaded file while the call is answered; empty if there is none. */
  file: string
} & (C['token'] extends true ? { session: Session } : unknown)

/** How often a call may be made. `per`: what it is counted by; `target` is named by the call's rules. */
export type CallLimit = Limit & { per: 'address' | 'user' | 'target' }

/** How often something may fail. Only failures count; the call declares them. */
export type FailureLimit = Limit & { per: CallLimit['per'] | 'account' | 'account and address' | 'server' }

/** A requirement on the caller beyond being signed in. */
export type Permission = {
  /** The requirement, for the API document. */
  says: string
  /**
   * Checked within the unit that acts, so that losing the permission and acting are serialised.
   *
   * @throws Refusal if the caller may not
   */
  require(reads: Reads, session: Session, platform: Platform): Promise<void>
}

/** Re-authentication of the caller with the call's input, which may use up a code. */
export type Proving<Input> = {
  says: string
  failures: readonly FailureLimit[]
  /** @throws Refusal */
  ask: (session: Session, input: Input) => Promise<void>
  /**
   * What the proof uses up, within the unit that acts. A repeated request of a call marked `once` gets its first answer, and uses up
   * nothing. @throws Refusal
   */
  take?: (unit: Unit, session: Session, input: Input) => Promise<void>
  /** Input fields that are never stored, not even hashed: a repeated request may contain other values. */
  secrets?: readonly string[]
}

/** How a caller continues past a limit of their network address: up to `times` the limit, or `failureTimes` where failures are counted. */
export type Relief<Input> = {
  says: string
  times: number
  failureTimes: number
  /** The limit that makes each solution usable once. */
  once: Limit
  /** Uses the solution in the input; false if there is none. @throws Refusal if it is wrong */
  take: (input: Input, platform: Platform) => Promise<boolean>
}

/** The rules of a call before and while it is answered. */
export type Rules<Handled, Input> = {
  /** Its cost in points of its address's and user's limits; at least 1, the default. */
  cost?: (input: Input) => number
  /** Every call counts before it is checked, successful or not, except one whose proof is wrong, which has its own limits. */
  limits?: readonly CallLimit[]
  relief?: Relief<Input>
  /** The key of limits per target. @throws Refusal */
  target?: (asked: Handled) => string | Promise<string>
  /** The failures that are counted, and how often they may happen. */
  failures?: readonly FailureLimit[]
  needs?: readonly Permission[]
  /** For a call marked `once`: what it reads by keys other than its user's, prefetched for a whole group. */
  prefetch?: (asked: Handled) => readonly Prefetch[]
  /** The handler requires it with `prove`, just before it acts. */
  proof?: Proving<Input>
}

/** What a handler acts through. */
export type Acting = {
  /**
   * Runs `work` as a unit, and checks the call's permissions again within it.
   *
   * @throws Error if the call requires a proof that has not been checked yet
   */
  commit<T>(work: (unit: Unit) => Promise<T>): Promise<T>
  /** Checks the call's proof, and may use it up: call it last before `commit`. @throws Refusal */
  prove(): Promise<void>
  /**
   * Counts an attempt by the caller's network before its outcome is known; past the limit only with a valid captcha in the input.
   *
   * @returns a function that returns the point, for a successful attempt
   * @throws Refusal `tooManyRequests`; `captcha` says whether a captcha allows to continue
   */
  admitNetwork(limit: FailureLimit): Promise<() => Promise<void>>
}

/** A call of any kind as received. */
export type Asked = Came<Call, Record<string, unknown>> & { session?: Session }

/** A call's handler and its rules. */
export type Act = {
  rules: Rules<Asked, Record<string, unknown>>
  once: boolean
  handle(handled: Asked & Acting & { unit?: Unit }): Promise<unknown>
}

/**
 * Admits a call: counts it, and checks its caller's permissions.
 *
 * @returns what its handler acts through; `seal` throws if it was answered without its required proof
 * @throws Refusal
 */
export async function letIn(act: Act, asked: Asked): Promise<Acting & { seal(): void }> {
  const { platform, session } = asked
  const { proof, needs } = act.rules
  // A caller without permission is refused before anything counts, and checked again in the unit.
  if (needs && !act.once) await requireAll(act, asked, readFrom(platform))
  const counted = await countsOf(act, asked)
  const entry = entryOf(act, asked)
  for (const count of counted) await entry(count, count.per === 'address' ? act.rules.relief?.times : undefined)

  let proven = proof === undefined
  const seal = () => {
    if (!proven) throw new Error('a call that wants a proof acts without one')
  }
  return {
    seal,
    prove: async () => {
      if (!proof || !session) throw new Error('a call asks for a proof that it does not declare')
      try {
        await proof.ask(session, asked.input)
      } catch (error) {
        await giveBackAll(platform.throttle, counted)
        throw error
      }
      proven = true
    },
    admitNetwork: async (limit) => {
      const taken: Count[] = []
      for (const count of countsFrom(limit, asked.address)) {
        taken.push(...(await entry(count, act.rules.relief?.failureTimes)))
      }
      return () => giveBackAll(platform.throttle, taken)
    },
    commit: (work) => {
      seal()
      return commit(platform, async (unit) => {
        await requireAll(act, asked, unit)
        const result = await work(unit)
        if (session) await proof?.take?.(unit, session, asked.input)
        return result
      })
    },
  }
}

/** @throws Refusal if the caller lacks a permission of the call */
export async function requireAll({ rules }: Act, { session, platform }: Asked, reads: Reads): Promise<void> {
  if (!session) return
  for (const need of rules.needs ?? []) await need.require(reads, session, platform)
}

/** The additional limit past a limit. */
export const beyond = <L extends Limit>(limit: L, times: number): L => ({
  ...limit,
  name: `${limit.name} beyond`,
  points: limit.points * times,
})

type CallCount = Count & Pick<CallLimit, 'per'>

/**
 * Takes from counts, past their limit only with a captcha: one solution covers all counts of a call.
 *
 * @returns a function to call for each count, with its multiple; it returns the counts taken from, and throws `tooManyRequests`, where
 *   `captcha` says whether a captcha allows to continue
 */
function entryOf({ rules: { relief } }: Act, { input, platform }: Asked) {
  const { throttle } = platform
  let relieved: Promise<boolean> | undefined
  return async ({ limit, key }: Count, times: number | undefined): Promise<Count[]> => {
    const { allowed, waitMs } = await throttle.take(limit, key)
    if (allowed) return [{ limit, key }]
    if (!relief || times === undefined) throw tooMany(waitMs)
    relieved ??= relief.take(input, platform)
    if (!(await relieved)) throw tooMany(waitMs, { captcha: '1' })
    const further = { limit: beyond(limit, times), key }
    await admit(throttle, further.limit, key)
    return [{ limit, key }, further]
  }
}

async function countsOf({ rules: { limits = [], target } }: Act, asked: Asked): Promise<CallCount[]> {
  const perTarget = limits.some(({ per }) => per === 'target') && target ? await target(asked) : ''
  const keys = { user: asked.session?.userId ?? '', target: perTarget }
  return limits.flatMap((limit) => {
    const { per } = limit
    const counts = per === 'address' ? countsFrom(limit, asked.address) : [{ limit, key: keys[per] }]
    return counts.map((count) => ({ ...count, per }))
  })
}
