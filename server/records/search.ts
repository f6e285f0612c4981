import { currencyOf } from '../../src/rules/money/currencies.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { type Movement, type MovementFilter, movementsOf } from '../ledger/module.ts'
import type { Db } from '../platform/database/database.ts'
import type { TimeSlice } from '../platform/http/time-slice.ts'
import { createTurns } from '../platform/unit/turns.ts'
import { notedWith } from './notes.ts'

/**
 * What a movement is searched by; one of these is enough. `amount`: of the change of the balance or of the held part, with any sign, as a
 * decimal. `text`: within the note, or the beginning of an id. `steps`: causes and steps, such as `loan.payOut,loan.repay`.
 */
export type Search = { amount?: string | undefined; text?: string | undefined; steps?: string | undefined }

/** Movements read at a time, between which others get their turn. */
const READ_AT_ONCE = 500
/** So many characters tell an id from a word. */
const ID_BEGINNING_MIN = 8
const WAITING_MAX = 8

/** Whether a search asks for anything. */
export const isSearch = ({ amount, text, steps }: Search): boolean => (amount ?? text ?? steps) !== undefined

/** Searches a user's movements, newest first, at most `limit`: one search at a time, because it may read all of them. */
export function createSearch(slice: TimeSlice) {
  const turn = createTurns(1, WAITING_MAX)
  return (db: Db, userId: string, filter: MovementFilter, search: Search, limit: number): Promise<Movement[]> =>
    turn(async () => {
      const noted = search.text === undefined ? new Set<string>() : await notedWith(db, userId, search.text)
      const isFound = matches(search, noted)
      const found: Movement[] = []
      for (let before = filter.before; ; ) {
        const page = await movementsOf(db, userId, { ...filter, before }, READ_AT_ONCE)
        found.push(...page.filter(isFound))
        if (page.length < READ_AT_ONCE || found.length >= limit) return found.slice(0, limit)
        before = page.at(-1)?.id
        await slice.pause()
      }
    }, [userId])
}

function matches({ amount, text, steps }: Search, noted: ReadonlySet<string>): (movement: Movement) => boolean {
  const named = new Set(steps?.split(','))
  const beginning = text === undefined || text.length < ID_BEGINNING_MIN ? undefined : text.toLowerCase()
  return ({ id, causeId, cause, step, currency, ...moved }) => {
    const wanted = amount === undefined ? undefined : parseMoney(amount, currencyOf(currency).scale)
    return (
      (wanted !== undefined && [moved.amount, moved.held].some((each) => each === wanted || each === -wanted)) ||
      (beginning !== undefined && [id, causeId].some((each) => each.toLowerCase().startsWith(beginning))) ||
      named.has(`${cause}.${step}`) ||
      noted.has(id)
    )
  }
}
