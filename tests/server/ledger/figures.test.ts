import { expect, it } from 'vitest'
import { figuresOf, grantPaper } from '../../../server/ledger/module.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { sqliteAlone } from '../databases.ts'
import { describePlatform, insertUser } from '../platform.ts'

const granted = ({ platform }: { platform: Platform }, name: string) =>
  commit(platform, async (unit) => grantPaper(unit, await insertUser(unit, name)))
const have = (people: bigint) => [{ currency: 'USDT', people, available: people * 10_000_000_000n, held: 0n }]

describePlatform('ledger figures: statistics of all users', (test) => {
  it('are cached for a minute, and then recounted while the old ones are shown', async () => {
    await granted(test, 'first')
    const seconds = () => Math.floor(test.clock.now() / 1_000)
    const begun = seconds()
    expect(await figuresOf(test.platform, 'people')).toEqual({ rows: have(1n), at: begun })
    await granted(test, 'second')
    test.clock.jump(59_000)
    expect(await figuresOf(test.platform, 'people')).toEqual({ rows: have(1n), at: begun })
    test.clock.jump(1_000)
    expect(await figuresOf(test.platform, 'people')).toEqual({ rows: have(1n), at: begun })
    await expect
      .poll(() => figuresOf(test.platform, 'people'), { timeout: 60_000 })
      .toEqual({ rows: have(2n), at: begun + 60 })
    const [issued] = (await figuresOf(test.platform, 'accounts')).rows
    expect(issued).toEqual({ account: 'issuance', currency: 'USDT', balance: -20_000_000_000n })
  })
})

describePlatform(
  'ledger figures: statistics on SQLite',
  (test) => {
    it('are counted by another thread, without a statement on the calling one', async () => {
      await granted(test, 'only')
      const { database } = test.platform
      const own = {
        ...database,
        get db(): never {
          throw new Error('it was asked here')
        },
      }
      expect((await figuresOf({ ...test.platform, database: own }, 'people')).rows).toEqual(have(1n))
    })
  },
  sqliteAlone,
)
