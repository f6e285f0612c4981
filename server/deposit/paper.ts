import { callback, type ProviderWord } from '../../src/api/money/deposit.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { Platform } from '../platform/context.ts'
import type { Loopback } from '../platform/http/loopback.ts'
import { signed } from '../platform/http/signature.ts'
import { insertsInto } from '../platform/unit/inserts.ts'
import type { Job } from '../platform/unit/job.ts'
import type { Unit } from '../platform/unit/unit.ts'
import type { DepositRow } from './order.ts'
import { providerSecret } from './secret.ts'

/*
 * The paper network and the paper bank: with paper money, they carry users' payments, and report them as any provider would, by a signed
 * call over HTTP. They know what a provider knows of a payment, and nothing of deposits.
 */

const BATCH = 20
const WAIT_SECONDS_MAX = 300

const referenceOf = ({ id }: Pick<DepositRow, 'id'>) => `paper-${id}`

/** Sends an announced payment; the provider reports it at `dueMs`. */
export function sendPaper(unit: Unit, order: DepositRow, dueMs: number): void {
  const { account, currency, amount } = order
  unit.defer(payments, {
    reference: referenceOf(order),
    account,
    currency,
    amount: formatMoney(amount, currencyOf(currency).scale),
    due_ms: BigInt(dueMs),
    tries: 0n,
  })
}

const payments = insertsInto('paper_payments', 'orders')

/** Returns the payment, if its arrival has not been announced. */
export async function sendBack({ tx }: Unit, order: Pick<DepositRow, 'id'>): Promise<void> {
  await tx.deleteFrom('paper_payments').where('reference', '=', referenceOf(order)).execute()
}

/** Reports each arrived payment, until the report is accepted. */
export const paperProvider = (platform: Platform, loopback: Loopback): Job => ({
  name: 'paper provider',
  run: async (stopping, did) => {
    const call = loopback()
    if (!call) return 0
    const due = await platform.db
      .selectFrom('paper_payments')
      .selectAll()
      .where('due_ms', '<=', BigInt(platform.clock.now()))
      .orderBy('due_ms')
      .orderBy('reference')
      .limit(BATCH)
      .execute()
    let heard = 0
    for (const { reference, account, currency, amount, due_ms, tries } of due) {
      if (stopping()) return heard
      if (!(await claim(platform, reference, tries))) continue
      const word: ProviderWord = { reference, account, currency, amount, outcome: 'confirmed' }
      const body = JSON.stringify(word)
      const answer = call(callback.path, body, signed(body, providerSecret(platform), platform))
      const status = await answer.catch((error: unknown) => String(error))
      if (status !== 200) {
        platform.log.warn({ reference, status }, 'a provider’s confirmation was not accepted: it is sent again')
        continue
      }
      await platform.db.deleteFrom('paper_payments').where('reference', '=', reference).execute()
      heard++
      did?.(Number(due_ms))
    }
    return heard
  },
})

/** One of several nodes reports it. Without an answer it is reported again, at growing intervals up to five minutes. */
async function claim({ db, clock }: Platform, reference: string, tries: bigint): Promise<boolean> {
  const seconds = Math.min(2 ** Number(tries), WAIT_SECONDS_MAX)
  const { numUpdatedRows } = await db
    .updateTable('paper_payments')
    .set({ tries: tries + 1n, due_ms: BigInt(clock.now() + seconds * 1_000) })
    .where('reference', '=', reference)
    .where('tries', '=', tries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
