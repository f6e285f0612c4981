import { CHAT_KEPT_DAYS } from '../../src/rules/account/chat.ts'
import { tellUser } from '../inbox/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { createMessengers, Undeliverable } from '../platform/messengers.ts'
import { sweep } from '../platform/sweep.ts'
import type { Job } from '../platform/unit/job.ts'
import { commit } from '../platform/unit/unit.ts'
import { removePhotos } from '../uploads/module.ts'
import type { MessageRow } from './conversation.ts'
import { answerLetter } from './letters.ts'

const BATCH = 20
/** Delay of a letter's next attempt, in seconds, by the number of earlier ones; after the last one it is given up. */
const WAITS = [30, 120, 600, 3_600, 21_600]

/** Notifies users of answers that they have not read within a moment: a user with the conversation open reads them there. */
export const chatNotices = (platform: Platform): Job => ({
  name: 'chat notices',
  run: async (stopping) => {
    const due = await platform.db
      .selectFrom('chats')
      .select(['id', 'user_id', 'notice_at'])
      .where('notice_at', '<=', BigInt(nowSeconds(platform.clock)))
      .orderBy('notice_at')
      .limit(BATCH)
      .execute()
    for (const { id, user_id, notice_at } of due) {
      if (stopping()) return 0
      await commit(platform, async (unit) => {
        const { numUpdatedRows } = await unit.tx
          .updateTable('chats')
          .set({ notice_at: null })
          .where('id', '=', id)
          .where('notice_at', '=', notice_at)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n || user_id === null) return
        await tellUser(unit, user_id, { kind: 'support', key: 'supportAnswered', params: {} })
      })
    }
    return due.length
  },
})

/**
 * Sends the answers to forms, independently of the operator's call. Failures are retried for some hours; an undeliverable answer is
 * recorded, and the user is listed as waiting again.
 */
export function chatMails(platform: Platform): Job[] {
  const { email } = createMessengers(platform.config)
  if (!email) return []
  const { db, clock } = platform
  const settle = (row: MessageRow, mailAt: bigint | null) =>
    db
      .updateTable('chat_messages')
      .set({ mail_at: mailAt, mail_tries: row.mail_tries + 1n })
      .where('chat_id', '=', row.chat_id)
      .where('seq', '=', row.seq)
      .where('mail_tries', '=', row.mail_tries)
      .executeTakeFirst()
  const giveUp = (row: MessageRow, error: unknown) =>
    commit(platform, async ({ tx }) => {
      await tx
        .updateTable('chat_messages')
        .set({ mail_at: null, mail_fault: error instanceof Error ? error.message : String(error) })
        .where('chat_id', '=', row.chat_id)
        .where('seq', '=', row.seq)
        .execute()
      await tx
        .updateTable('chats')
        .set({ waiting_since: BigInt(nowSeconds(clock)) })
        .where('id', '=', row.chat_id)
        .where('waiting_since', 'is', null)
        .execute()
    })
  const send = async (row: MessageRow) => {
    const wait = WAITS[Number(row.mail_tries)]
    const next = wait === undefined ? null : BigInt(nowSeconds(clock) + wait)
    if ((await settle(row, next)).numUpdatedRows !== 1n) return
    const taken = { ...row, mail_tries: row.mail_tries + 1n }
    const chat = await db.selectFrom('chats').selectAll().where('id', '=', row.chat_id).executeTakeFirstOrThrow()
    const asked = await db
      .selectFrom('chat_messages')
      .select('text')
      .where('chat_id', '=', row.chat_id)
      .where('seq', '=', 1n)
      .executeTakeFirstOrThrow()
    const letter = answerLetter(chat.lang, { id: `${row.chat_id}-${row.seq}`, text: row.text, asked: asked.text })
    try {
      await email.send(chat.email ?? '', letter)
    } catch (error) {
      if (error instanceof Undeliverable || next === null) await giveUp(taken, error)
      throw error
    }
    await settle(taken, null)
  }
  return [
    {
      name: 'chat mails',
      run: async (stopping) => {
        const due = await db
          .selectFrom('chat_messages')
          .selectAll()
          .where('mail_at', '<=', BigInt(nowSeconds(clock)))
          .orderBy('mail_at')
          .limit(BATCH)
          .execute()
        if (stopping()) return 0
        const failed = (await Promise.allSettled(due.map(send))).flatMap((each) =>
          each.status === 'rejected' ? [String(each.reason)] : [],
        )
        if (failed.length > 0) throw new Error(`${failed.length} of ${due.length} did not go out: ${failed[0]}`)
        return due.length
      },
    },
  ]
}

/** Removes messages that are too old, with their pictures, and forms with all that was said to them. */
export const chatSweep = (platform: Platform): Job =>
  sweep(platform, 'conversations', async () => {
    const before = BigInt(nowSeconds(platform.clock) - CHAT_KEPT_DAYS * 86_400)
    const old = await platform.db
      .selectFrom('chat_messages')
      .select(['chat_id', 'seq', 'upload_id'])
      .where('at', '<=', before)
      .orderBy('at')
      .limit(500)
      .execute()
    await removePhotos(
      platform,
      old.flatMap(({ upload_id }) => upload_id ?? []),
    )
    await commit(platform, async ({ tx }) => {
      for (const { chat_id, seq } of old) {
        await tx.deleteFrom('chat_messages').where('chat_id', '=', chat_id).where('seq', '=', seq).execute()
      }
      await tx
        .deleteFrom('chats')
        .where('user_id', 'is', null)
        .where('last_at', '<=', before)
        .where((eb) =>
          eb.not(
            eb.exists(eb.selectFrom('chat_messages').select('seq').whereRef('chat_messages.chat_id', '=', 'chats.id')),
          ),
        )
        .execute()
    })
    return old.length
  })
