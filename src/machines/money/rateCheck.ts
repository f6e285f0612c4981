import { assign, fromPromise, setup } from 'xstate'
import { days } from '../../api/money/plan.ts'
import { checkRate, type RateVerdict } from '../../rules/plan/plan.ts'
import { send } from '../actors/call.ts'
import { loadSha256 } from '../actors/sha256.ts'
import { withEvent } from '../parts/with-event.ts'

/** The shown rate of a plan's day, with its inputs: the plan's range, and the published end of the hash chain. */
export type PlanRate = {
  pid: string
  lowPpm: number
  highPpm: number
  end: string
  day: number
  ratePpm: number
}

/** The result. `hidden`: the day's link is not public yet. */
export type RateFound = { verdict: RateVerdict | 'hidden'; link: string | null }

/** Recomputes the rate of one day of a plan on this device, on request. */
export const rateCheckMachine = setup({
  types: {
    context: {} as { rate: PlanRate; found: RateFound | null },
    input: {} as PlanRate,
    events: {} as { type: 'rate.check' },
    tags: {} as 'checking' | 'failed',
  },
  actors: {
    checkRate: fromPromise<RateFound, PlanRate>(async ({ input: { pid, end, day, ratePpm, ...range }, signal }) => {
      const [found] = await send(days, { pid, before: day + 1, limit: 1 }, { signal, quiet: true })
      if (!found || found.day !== day || found.link === null) return { verdict: 'hidden', link: null }
      const { link } = found
      return { verdict: checkRate({ day, link, ratePpm, end }, range, await loadSha256()), link }
    }),
  },
  actions: {
    keep: assign((_, { output }: { output: RateFound }) => ({ found: output })),
  },
}).createMachine({
  id: 'rateCheck',
  description: 'Recomputing the rate of one day of a plan on this device.',
  context: ({ input }) => ({ rate: input, found: null }),
  initial: 'unchecked',
  states: {
    unchecked: { on: { 'rate.check': 'checking' } },
    checking: {
      tags: 'checking',
      invoke: {
        src: 'checkRate',
        id: 'checkRate',
        input: ({ context: { rate } }) => rate,
        onDone: { target: 'checked', actions: withEvent('keep') },
        onError: 'failed',
      },
    },
    checked: {
      description: 'Shows the result; the check can be repeated.',
      on: { 'rate.check': 'checking' },
    },
    failed: {
      description: 'The link, or the code that checks it, did not load.',
      tags: 'failed',
      on: { 'rate.check': 'checking' },
    },
  },
})
