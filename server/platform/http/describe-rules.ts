import type { Limit } from '../throttle.ts'
import type { Route } from './route.ts'
import { beyond, type CallLimit, type FailureLimit, type Relief, type Rules } from './rules.ts'

/** The rules of a call for its document; `action`: of one action only. */
export type RuleDescription = {
  action?: string
  limits: readonly LimitDescription[]
  needs: readonly string[]
  proof?: string
}

/** `counts`: every call, only failures, or those past a limit `with` a captcha; `once`: usable once. */
type LimitDescription = Limit & {
  per: FailureLimit['per'] | 'once'
  counts: 'call' | 'failure' | 'call beyond' | 'failure beyond'
  with?: string
}

/** A route's rules for the API document; nothing for an action without rules. */
export const describeRules = ({ acts }: Route): readonly RuleDescription[] =>
  Object.entries(acts).flatMap(([action, { rules }]) => {
    const description = describe(rules)
    if (description.limits.length === 0 && description.needs.length === 0 && description.proof === undefined) return []
    return [{ ...(action && { action }), ...description }]
  })

function describe<Handled, Input>({
  limits = [],
  failures = [],
  needs = [],
  proof,
  relief,
}: Rules<Handled, Input>): RuleDescription {
  const counted = (counts: LimitDescription['counts']) => (each: FailureLimit) => {
    const { name, per, points, seconds } = each
    return { name, per, points, seconds, counts }
  }
  return {
    limits: [
      ...limits.map(counted('call')),
      ...(relief ? relieved(limits, failures, relief) : []),
      ...[...failures, ...(proof?.failures ?? [])].map(counted('failure')),
    ],
    needs: needs.map(({ says }) => says),
    ...(proof && { proof: proof.says }),
  }
}

function relieved(
  limits: readonly CallLimit[],
  failures: readonly FailureLimit[],
  { says, once, times, failureTimes }: Relief<never>,
): LimitDescription[] {
  const further = (all: readonly FailureLimit[], again: number, counts: LimitDescription['counts']) =>
    all.flatMap((each): LimitDescription[] =>
      each.per === 'address' ? [{ ...beyond(each, again), counts, with: says }] : [],
    )
  return [
    ...further(limits, times, 'call beyond'),
    ...further(failures, failureTimes, 'failure beyond'),
    { ...once, per: 'once', counts: 'call', with: says },
  ]
}

/** Whether a captcha allows to continue past a limit. */
export const isRelieved = ({ limits }: RuleDescription): boolean => limits.some(({ per }) => per === 'once')

/** The same in sentences. */
export const sentencesOf = (all: readonly RuleDescription[]): readonly string[] =>
  all.flatMap(({ action, limits, needs, proof }) => {
    const of = action ? `\`${action}\`: ` : ''
    return [
      ...(needs.length > 0 ? [`${of}needs ${needs.join(', and ')}.`] : []),
      ...(proof ? [`${of}asks for a proof: ${proof}.`] : []),
      ...limits.map((limit) => `${of}${sentenceOf(limit)}.`),
    ]
  })

function sentenceOf({ per, points, seconds, counts, with: by }: LimitDescription): string {
  const span = spanOf(seconds)
  if (per === 'once') return `${by} counts once, for ${span}`
  const [what, beyond] = counts.split(' ')
  const many = `${countOf(points, beyond ? `further ${what}` : String(what))} per ${per} in ${span}`
  return by === undefined ? many : `${many}, with ${by} for each`
}

const spans = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

function spanOf(seconds: number): string {
  const [length, name] = spans.find(([length]) => seconds % length === 0) ?? [1, 'second']
  return countOf(seconds / length, name)
}

const countOf = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`
