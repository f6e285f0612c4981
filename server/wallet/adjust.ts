import { Refusal } from '../../src/api/wire/messages.ts'
import { findCurrency } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor, parseMoney } from '../../src/rules/money/money.ts'
import { act } from '../audit/module.ts'
import { recordEvent } from '../events/module.ts'
import { tellUser } from '../inbox/module.ts'
import { post, walletsOf, walletWithin } from '../ledger/module.ts'
import { valueAt } from '../market/module.ts'
import { type Facts, type Given, OperatorError, type Rows, reasonOf, type Words } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'
import { signedAmount } from '../platform/facts.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { findUser, personOf, requireUser } from '../user/module.ts'

/** A correction. `value`: in USDT at that time, in minor units; null for a coin before values were stored. */
type Adjustment = {
  id: string
  user_id: string
  currency: string
  amount: bigint
  at_ms: bigint
  value: bigint | null
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    adjustments: Adjustment
  }
}

/** The cause of transfers by which an operator corrects a balance. */
export const ADJUSTMENT = 'adjustment'

/**
 * Corrects a balance by an additional transfer, and never by changing an entry. The user is notified of the reason.
 *
 * @throws OperatorError for an unknown user or currency, an invalid amount, or more than is available
 */
export async function adjust(given: Given): Promise<Rows> {
  const [who = '', code = ''] = given.args
  const currency = findCurrency(code)
  if (!currency) throw new OperatorError(`there is no currency ${code}`)
  const amount = amountOf(given.options, currency.scale)
  const reason = reasonOf(given)
  const written = `${amount > 0n ? '+' : ''}${formatMoney(amount, currency.scale)}`
  const balance = await act(given, { name: 'wallet adjust', reason, missing: 'user' }, async (unit) => {
    const user = await findUser(unit.tx, who)
    if (!user) return undefined
    const { id: userId } = user
    const id = unit.platform.ids()
    await unit.tx
      .insertInto('adjustments')
      .values(await valued(unit, { id, user_id: userId, currency: code, amount }))
      .execute()
    await post(unit, {
      cause: ADJUSTMENT,
      causeId: id,
      step: 'adjust',
      currency: code,
      lines: [
        { account: { platform: 'adjustments' }, amount: -amount },
        { account: { user: userId, kind: 'available' }, amount },
      ],
    })
    const wallet = await walletWithin(unit, userId, code)
    recordEvent(unit, userId, { kind: 'wallet', body: wallet })
    const params = { amount: written, currency: code, reason }
    await tellUser(unit, userId, { kind: 'funding', key: 'balanceAdjusted', params })
    return { userId, result: wallet }
  }).catch((error: unknown) => {
    if (error instanceof Refusal) throw new OperatorError(`the available ${code} balance is smaller than that`)
    throw error
  })
  return [{ currency: code, adjusted: written, balance: balance.balance, available: balance.available }]
}

async function valued(unit: Unit, of: Omit<Adjustment, 'at_ms' | 'value'>): Promise<Adjustment> {
  const nowMs = unit.platform.clock.now()
  return { ...of, at_ms: BigInt(nowMs), value: (await valueAt(unit.tx, of, nowMs))?.value ?? 0n }
}

/** The corrections of a user's balances since a time (ms), in minor units of USDT, each at its value then. */
export async function adjustedSince(db: Db, userId: string, sinceMs: number): Promise<bigint> {
  const all = await db
    .selectFrom('adjustments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('at_ms', '>=', BigInt(sinceMs))
    .execute()
  let sum = 0n
  for (const each of all) sum += each.value ?? (await valueAt(db, each, Number(each.at_ms)))?.value ?? 0n
  return sum
}

/** The facts of a correction: the user, the amount, and the current balance. */
export async function adjustment({ db }: Platform, { args: [who = '', code = ''], options }: Words): Promise<Facts> {
  const currency = findCurrency(code)
  if (!currency) throw new OperatorError(`there is no currency ${code}`)
  const { id } = await requireUser(db, who)
  const wallet = (await walletsOf(db, id)).find((each) => each.currency === code)
  return {
    person: await personOf(db, id),
    amount: signedAmount(amountOf(options, currency.scale), code),
    'available now': `${wallet?.available ?? '0'} ${code}`,
  }
}

function amountOf({ add, take }: Given['options'], scale: number): Minor {
  if ((add === undefined) === (take === undefined)) throw new OperatorError('give either --add or --take')
  const amount = parseMoney(add ?? take ?? '', scale)
  if (!amount) throw new OperatorError(`${add ?? take} is not an amount with at most ${scale} decimals`)
  return add === undefined ? -amount : amount
}
