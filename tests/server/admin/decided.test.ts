import { afterAll, beforeAll, expect, it } from 'vitest'
import { decidedToday } from '../../../server/admin/decided.ts'
import { out } from '../../../src/api/money/withdrawal.ts'
import { DAY_SECONDS } from '../../../src/rules/money/paper-day.ts'
import { describeServer } from '../harness.ts'
import { leaver, withdrawal } from '../withdrawal/support.ts'
import { type Admin, atWork, openAdmin } from './support.ts'

const DAY_MS = DAY_SECONDS * 1000
const MINUTE_MS = 60_000

describeServer(
  'what operators have decided today',
  (server) => {
    let admin: Admin
    let tom: string
    beforeAll(async () => {
      admin = await openAdmin(server)
      tom = await atWork(server, admin, 'tom', 'treasurer')
    })
    afterAll(() => admin.http.close())

    /** A withdrawal that is decided so many minutes after its request. */
    const decide = async (minutes: number, act: 'approve' | 'refuse') => {
      const { token, addressId } = await leaver(server)
      const { id } = await server.ok(out, withdrawal(addressId), token)
      server.clock.jump(minutes * MINUTE_MS)
      expect(await admin.act(tom, `withdrawal ${act}`, [id], { why: 'a test' })).toMatchObject({ status: 200 })
    }
    const decided = async (kind: string) => (await decidedToday(server.platform)).get(kind)
    const dayLater = async () => {
      server.clock.jump(DAY_MS - (server.clock.now() % DAY_MS))
      tom = await admin.signIn('tom')
    }

    it('is counted by kind, with the median time from a request to its decision', async () => {
      await dayLater()
      expect(await decided('withdrawal')).toEqual({ decided: 0, median: null })
      await decide(2, 'approve')
      expect(await decided('withdrawal')).toEqual({ decided: 1, median: 120 })
      await decide(9, 'refuse')
      expect(await decided('withdrawal')).toEqual({ decided: 2, median: 120 })
      await decide(4, 'approve')
      expect(await decided('withdrawal')).toEqual({ decided: 3, median: 240 })
      expect(await decided('deposit')).toEqual({ decided: 0, median: null })
      const { body } = await admin.get('/desk/waiting', tom)
      expect(body.rows).toContainEqual(expect.objectContaining({ queue: 'withdrawal list', decided: 3, median: 240 }))
      expect(body.rows).toContainEqual(expect.objectContaining({ queue: 'proposal list', decided: null, median: null }))
    })

    it('begins again at midnight UTC', async () => {
      await decide(1, 'approve')
      await dayLater()
      expect(await decided('withdrawal')).toEqual({ decided: 0, median: null })
    })

    it('is about verifications and requests of money, and not about proposals', async () => {
      expect([...(await decidedToday(server.platform)).keys()].sort()).toEqual([
        'deposit',
        'loan',
        'plan order',
        'verification',
        'withdrawal',
      ])
    })
  },
  { env: { REVIEW_SECONDS: '86400' } },
)
