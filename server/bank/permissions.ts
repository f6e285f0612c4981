import { Refusal } from '../../src/api/wire/messages.ts'
import { compiled } from '../platform/database/compiled.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Permission } from '../platform/http/rules.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'

const cards = compiled((db, userIds: string) =>
  db
    .selectFrom('bank_cards')
    .select('user_id')
    .where(isOneOf(db, 'user_id', userIds)),
)

const bound: Loader<boolean> = {
  ofUser: true,
  reread: true,
  none: false,
  load: async (db, userIds) =>
    new Map((await cards(db, toJson(userIds))).map(({ user_id }): [string, boolean] => [user_id, true])),
}

/** Whether a person has bound a bank card. */
export const hasBankCard = (reads: Reads, userId: string): Promise<boolean> => reads.read(bound, userId)

/** A bank card is bound. */
export const cardBound: Permission = {
  says: 'a bank card that is bound',
  require: async (reads, { userId }) => {
    if (!(await hasBankCard(reads, userId))) throw new Refusal('bankCardRequired')
  },
}
