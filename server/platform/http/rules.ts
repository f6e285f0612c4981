import type { FastifyRequest } from 'fastify'
import type { Call } from '../../../src/api/call.ts'
import type { Lang } from '../../../src/api/fields.ts'
import type { Platform } from '../context.ts'
import { admit, type Count, countsFrom, giveBackAll, type Limit, tooMany } from '../throttle.ts'
import { type Ahead, type Reads, readFrom } from '../unit/later.ts'
import { commit, type Unit } from '../unit/unit.ts'

/** Who calls. */
export type Session = { userId: string; method: 'password' | 'wallet'; tokenHash: string }

/** A call as it came. `address`: the caller's network address. */
export type Came<C extends Call, In> = {
  input: In
  lang: Lang
  address: string
  platform: Platform
  request: FastifyRequest
  /** Where the file lies that came along, while the call is answered; empty where none did. */
  file: string
} & (C['token'] extends true ? { session: Session } : unknown)

/** How often a call may be made. `per`: by what it is counted; `target` is what the call's rules name. */
export type CallLimit = Limit & { per: 'address' | 'user' | 'target' }

/** How often something may fail. What fails counts it; the call declares it. */
export type FailureLimit = Limit & { per: CallLimit['per'] | 'account' | 'account and address' }

/** What a caller must be besides signed in. */
export type Permission = {
  /** For the document of the API: what is needed. */
  says: string
  /**
   * Asked in the unit that acts, so that losing the permission and acting have an order.
   *
   * @throws Refusal where the caller may not
   */
  require(reads: Reads, session: Session, platform: Platform): Promise<void>
}

/** How a caller proves anew who they are, by what came with the call. It may use that up. */
export type Proving<Input> = {
  says: string
  failures: readonly FailureLimit[]
  /** @throws Refusal */
  ask: (session: Session, input: Input) => Promise<void>
  /**
   * What the proof uses up, within the unit that acts. Who sends a request of a call marked `once` again gets its first
   * answer, and nothing is used up. @throws Refusal
   */
  take?: (unit: Unit, session: Session, input: Input) => Promise<void>
  /** Fields of the input that nothing is kept of, and no hash: another one may come with the same request. */
  secrets?: readonly string[]
}

/** How whoever reached a limit of their network address goes on: `times` as often again, and `failureTimes` where failures are counted. */
export type Relief<Input> = {
  says: string
  times: number
  failureTimes: number
  /** What each that comes along counts once by. */
  once: Limit
  /** Takes what came along for that; false where nothing did. @throws Refusal where it is wrong */
  take: (input: Input, platform: Platform) => Promise<boolean>
}

/** What holds of a call before and while it is answered. */
export type Rules<Handled, Input> = {
  /** How many points it takes of what an address and a person may ask, from 1 up; 1 where nothing is said. */
  cost?: (input: Input) => number
  /** Every call counts, right or wrong, before it is looked at; but one whose proof is wrong, which has limits of its own. */
  limits?: readonly CallLimit[]
  relief?: Relief<Input>
  /** What is counted where a limit is per target. @throws Refusal */
  target?: (asked: Handled) => string | Promise<string>
  /** What may fail within, and how often. */
  failures?: readonly FailureLimit[]
  needs?: readonly Permission[]
  /** Of a call marked `once`: what it reads by other keys than its user’s, to be read for all of a group at once. */
  ahead?: (asked: Handled) => readonly Ahead[]
  /** The handler asks for it by `prove`, right before it acts. */
  proof?: Proving<Input>
}

/** What a handler is given to act by. */
export type Acting = {
  /**
   * Runs `work` as a unit, in which the caller still has what the call needs.
   *
   * @throws Error where the call wants a proof and none was asked for yet
   */
  commit<T>(work: (unit: Unit) => Promise<T>): Promise<T>
  /** Asks for the call's proof. It may be used up: call it last before `commit`. @throws Refusal */
  prove(): Promise<void>
  /**
   * Counts an attempt of the caller's network before it is known whether it fails; beyond the limit by what relieves the call, where
   * that came along.
   *
   * @returns gives it back: for an attempt that did not
   * @throws Refusal `tooManyRequests`; `captcha` says that one may go on with one
   */
  admitNetwork(limit: FailureLimit): Promise<() => Promise<void>>
}

/** A call of any kind as it came. */
export type Asked = Came<Call, Record<string, unknown>> & { session?: Session }

/** What answers a call, and the rules that it answers under. */
export type Act = {
  rules: Rules<Asked, Record<string, unknown>>
  once: boolean
  handle(handled: Asked & Acting & { unit?: Unit }): Promise<unknown>
}

/**
 * Lets a call in: it is counted, and its caller may make it.
 *
 * @returns what its handler acts by; `seal` throws where it was answered without the proof that it wants
 * @throws Refusal
 */
export async function letIn(act: Act, asked: Asked): Promise<Acting & { seal(): void }> {
  const { platform, session } = asked
  const { proof, needs } = act.rules
  // Who may not is refused before anything counts, and once more in the unit.
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

/** @throws Refusal where the caller has not what the call needs */
export async function requireAll({ rules }: Act, { session, platform }: Asked, reads: Reads): Promise<void> {
  if (!session) return
  for (const need of rules.needs ?? []) await need.require(reads, session, platform)
}

/** The limit beyond a limit. */
export const beyond = <L extends Limit>(limit: L, times: number): L => ({
  ...limit,
  name: `${limit.name} beyond`,
  points: limit.points * times,
})

type CallCount = Count & Pick<CallLimit, 'per'>

/**
 * Takes from counts, beyond them by what relieves: one solution does for all that a call counts by.
 *
 * @returns what of it to call for each count, and how often again one may go on; it answers what was taken from, and throws
 *   `tooManyRequests`, where `captcha` says that one may go on with one
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
