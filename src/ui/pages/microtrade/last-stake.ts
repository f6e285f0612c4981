import * as v from 'valibot'
import * as f from '../../../api/wire/fields.ts'
import type { LastStake } from '../../../machines/trade/microtradeForm.ts'
import type { Deps } from '../../app/deps.ts'
import { keep, readKept } from '../../app/kept.ts'

const LAST_STAKE = 'stake'
const keptStake = v.object({ userId: f.id, currency: f.currency, seconds: v.number(), amount: f.amount })
const isKeptStake = (value: unknown): value is v.InferOutput<typeof keptStake> => v.is(keptStake, value)

/** The last stake of the signed-in user on this device. */
export function createLastStake(person$: Deps['person$']): {
  read(): LastStake | undefined
  keep(last: LastStake): void
} {
  let user: string | null = null
  person$.subscribe((person) => {
    user = person
  })
  return {
    read: () => {
      const kept = readKept(LAST_STAKE, isKeptStake)
      if (kept?.userId !== user) return undefined
      const { userId: _, ...last } = kept
      return last
    },
    keep: (last) => keep(LAST_STAKE, { userId: user, ...last }),
  }
}
