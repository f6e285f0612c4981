import { nowSeconds } from '../clock.ts'
import type { Platform } from '../context.ts'
import { transact } from '../database/database.ts'
import type { Job } from '../unit/job.ts'
import { shareTransaction } from '../unit/shared.ts'
import type { Unit } from '../unit/unit.ts'
import { type Bus, createMemoryBus, type Topics } from './bus.ts'

/** How long an announcement is kept, in seconds: far longer than a server takes between two polls. */
const HEARD_SECONDS = 60
const KEPT_SECONDS = 3_600

const topics = ['account', 'signedOut', 'published'] as const satisfies readonly (keyof Topics)[]
type Topic = (typeof topics)[number]
const isTopic = (text: string): text is Topic => topics.some((topic) => topic === text)

/** Runs a unit of work in a process without sockets. Its messages to sockets are committed with it, for the servers to find. */
export function commitAndAnnounce<T>(platform: Platform, work: (unit: Unit) => Promise<T>): Promise<T> {
  return transact(platform.db, async (tx) => {
    const heard: { topic: Topic; message: unknown }[] = []
    const bus: Bus = {
      ...createMemoryBus(platform.log),
      publish: (topic, message) => {
        if (isTopic(topic)) heard.push({ topic, message })
      },
    }
    const announcing = { ...platform, bus }
    const shared = shareTransaction(announcing, tx)
    const result = await work({ platform: announcing, tx: shared.tx, ...shared.unit })
    await shared.finish()
    for (const done of shared.callbacks) done()
    for (const { topic, message } of heard) {
      await tx
        .insertInto('announcements')
        .values({
          id: platform.ids(),
          topic,
          body: JSON.stringify(message),
          at: BigInt(nowSeconds(platform.clock)),
        })
        .execute()
    }
    return result
  })
}

/** Sends new announcements to this node's sockets. Each node processes each announcement once. */
export function hearAnnouncements({ db, bus, clock }: Platform): Job {
  const startedAt = nowSeconds(clock)
  let heard = new Set<string>()
  return {
    name: 'announcements',
    run: async () => {
      const now = nowSeconds(clock)
      const rows = await db
        .selectFrom('announcements')
        .selectAll()
        .where('at', '>=', BigInt(Math.max(startedAt, now - HEARD_SECONDS)))
        .orderBy('id')
        .execute()
      const fresh = rows.filter(({ id }) => !heard.has(id))
      heard = new Set(rows.map(({ id }) => id))
      for (const { topic, body } of fresh) if (isTopic(topic)) bus.deliver(topic, JSON.parse(body))
      return fresh.length
    },
  }
}

/** Removes announcements that every node has processed. @returns their number */
export async function forgetAnnouncements({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const before = BigInt(nowSeconds(clock) - KEPT_SECONDS)
  const { numDeletedRows } = await db.deleteFrom('announcements').where('at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
