import { Refusal } from '../../src/api/messages.ts'
import { findCurrency } from '../../src/rules/currencies.ts'
import { formatMoney, type Minor, parseMoney } from '../../src/rules/money.ts'
import { act } from '../audit/index.ts'
import { recordEvent } from '../events/index.ts'
import { tellUser } from '../inbox/index.ts'
import { post, walletsOf, walletWithin } from '../ledger/index.ts'
import { type Facts, type Given, OperatorError, type Rows, reasonOf, type Words } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import { signedAmount } from '../platform/facts.ts'
import { findUser, personOf, requireUser } from '../user/index.ts'

/** The cause of transfers by which an operator corrects a balance. */
export const ADJUSTMENT = 'adjustment'

/**
 * Corrects a balance by a transfer of its own, beside what was wrong, and never by changing an entry. The person is told,
 * with the reason.
 *
 * @throws OperatorError where there is no such user or currency, the amount is none, or there is not as much to take
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
    await post(unit, {
      cause: ADJUSTMENT,
      causeId: unit.platform.ids(),
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
    if (error instanceof Refusal) throw new OperatorError(`there is not as much ${code} to take`)
    throw error
  })
  return [{ currency: code, adjusted: written, balance: balance.balance, available: balance.available }]
}

/** Whose balance is corrected, by how much, and what they have now. */
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
  if (!amount) throw new OperatorError(`${add ?? take} is no amount with at most ${scale} decimals`)
  return add === undefined ? -amount : amount
}
