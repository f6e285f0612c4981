import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import { actsSince } from '../audit/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { isLikeId, timeOfId } from '../platform/random.ts'
import { adminCommands } from './permissions.ts'

/** How many cases of a kind operators have decided today, and the median time from its request to its decision, in seconds. */
export type Decided = { decided: number; median: number | null }

/** Maximum number of decisions counted: the newest ones of the day. */
const DECISIONS_MAX = 1_000

/** Acts that decide a case about a person; acts on proposals decide about operators. */
const DECIDES = /^(?!proposal ).* (accept|approve|refuse)$/

/** What operators have decided since the day began in UTC, by the subject of the act: `withdrawal`. Automatic reviews are no decisions. */
export async function decidedToday(platform: Platform): Promise<ReadonlyMap<string, Decided>> {
  const kinds = new Map<string, string>(
    adminCommands(platform).flatMap(({ name, admin }) => (DECIDES.test(name) ? [[name, admin.of]] : [])),
  )
  const now = nowSeconds(platform.clock)
  const acts = await actsSince(platform.db, [...kinds.keys()], now - (now % DAY_SECONDS), DECISIONS_MAX)
  const byKind = Map.groupBy(acts, ({ act }) => kinds.get(act) ?? '')
  return new Map(
    [...kinds.values()].map((kind) => {
      const own = byKind.get(kind) ?? []
      return [kind, { decided: own.length, median: medianOf(own.flatMap(timeTaken)) }]
    }),
  )
}

/** From the request of a case, which its id tells, to an act on it, in seconds; none if the act does not name it. */
function timeTaken({ at, facts }: { at: bigint; facts: string | null }): number[] {
  const { id } = JSON.parse(facts ?? '{}') as { id?: string }
  return id !== undefined && isLikeId(id) ? [Math.max(0, Number(at) - Math.floor(timeOfId(id) / 1000))] : []
}

/** The middle value, of an even number the lower of both; null if there is none. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? null
}
