import type { Selectable } from 'kysely'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Tables } from '../platform/database/tables.ts'
import { createMessengers, type Letter, type Messenger, Undeliverable } from '../platform/messengers.ts'
import type { Job } from '../platform/unit/job.ts'
import { openCode, type Purpose } from './codes.ts'
import { letterOf } from './letters.ts'
import { readTarget } from './targets.ts'

const BATCH = 20
/** Delay of the next attempt, in seconds, by the number of earlier ones: a code is valid for ten minutes. */
const WAITS = [5, 15, 45, 90, 180]

type Waiting = Selectable<Tables['codes']>

/**
 * Sends pending codes, independently of the calls that requested them: only here does the existence of an account decide what the owner
 * reads, so that neither an answer nor its timing reveals it. Failures are retried while the code is valid, and mark the run as failed.
 *
 * @returns nothing if no sender is configured
 */
export function codeDelivery(platform: Platform): Job[] {
  const messengers = createMessengers(platform.config)
  if (!messengers.email && !messengers.phone) return []
  const { db, clock } = platform
  return [
    {
      name: 'verification codes',
      run: async (stopping, did) => {
        const now = BigInt(nowSeconds(clock))
        const due = await db
          .selectFrom('codes')
          .selectAll()
          .where('send_at', '<=', now)
          .where('expires_at', '>', now)
          .orderBy('send_at')
          .limit(BATCH)
          .execute()
        if (stopping()) return 0
        const outcomes = await Promise.allSettled(
          due.map(async (row) => {
            const messenger = messengers[readTarget(row.target).kind]
            if (messenger && (await claim(platform, row))) await deliver(platform, row, messenger)
            did?.(Number(row.send_at) * 1000)
          }),
        )
        const failed = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
        if (failed.length > 0) throw new Error(`${failed.length} of ${due.length} codes did not go out: ${failed[0]}`)
        return due.length
      },
    },
  ]
}

/** Claims a code for this node, until its next attempt. */
async function claim({ db, clock }: Platform, { ticket, send_at, send_tries }: Waiting): Promise<boolean> {
  const wait = WAITS[Math.min(Number(send_tries), WAITS.length - 1)] ?? 0
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set({ send_at: BigInt(nowSeconds(clock) + wait), send_tries: send_tries + 1n })
    .where('ticket', '=', ticket)
    .where('send_at', '=', send_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function deliver(platform: Platform, row: Waiting, messenger: Messenger): Promise<void> {
  try {
    await messenger.send(row.target, await letterFor(platform, row))
  } catch (error) {
    if (error instanceof Undeliverable) await forget(platform, row)
    throw error
  }
  await forget(platform, row)
}

/** Deletes the encrypted code once it needs no more sending. */
const forget = ({ db }: Platform, { ticket }: Waiting) =>
  db.updateTable('codes').set({ send_at: null, sealed_code: null }).where('ticket', '=', ticket).execute()

/** The letter to the owner of the target: one who has an account gets no code for registering another. */
async function letterFor({ db, vault }: Platform, row: Waiting): Promise<Letter> {
  const purpose = row.purpose as Purpose
  const { kind } = readTarget(row.target)
  const user = await db.selectFrom('users').select('id').where(kind, '=', row.target).executeTakeFirst()
  if (purpose === 'register' && user) return letterOf(row.lang, 'taken')
  if (purpose === 'forget' && !user) return letterOf(row.lang, 'unknown')
  return letterOf(row.lang, purpose, openCode(vault, row.ticket, row.sealed_code ?? ''))
}
