import { Refusal } from '../../../src/api/wire/messages.ts'
import { networksOf } from '../throttle.ts'

/** Maximum number of concurrent uploads: of a user, of a network (wider IPv6 networks have more), and in all. */
export const receivingMax = { person: 2, network: 4, all: 16 }

/** Counts uploads in progress. */
export function createReceiving() {
  const inHand = new Map<string, number>()
  const add = (key: string, change: 1 | -1) => {
    const next = (inHand.get(key) ?? 0) + change
    if (next > 0) inHand.set(key, next)
    else inHand.delete(key)
  }
  return {
    /**
     * Runs `work` as one upload.
     *
     * @throws Refusal `tooManyRequests`
     */
    async during<T>(of: { userId: string; address: string }, work: () => Promise<T>): Promise<T> {
      const places = [
        { key: 'all', most: receivingMax.all },
        { key: `person ${of.userId}`, most: receivingMax.person },
        ...networksOf(of.address).map(({ network, share }) => ({
          key: `network ${network}`,
          most: receivingMax.network * share,
        })),
      ]
      if (places.some(({ key, most }) => (inHand.get(key) ?? 0) >= most)) throw new Refusal('tooManyRequests')
      for (const { key } of places) add(key, 1)
      try {
        return await work()
      } finally {
        for (const { key } of places) add(key, -1)
      }
    },
  }
}
