import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { modules } from '../../server/modules.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { readConfig } from '../../server/platform/config.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../server/platform/database/migrate.ts'
import { createMemoryBus } from '../../server/platform/nodes/bus.ts'
import { createIds, systemRandom } from '../../server/platform/random.ts'
import { folderStore } from '../../server/platform/store/store.ts'
import { createVault } from '../../server/platform/store/vault.ts'
import { createMemoryThrottle } from '../../server/platform/throttle.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import { createPasswords } from '../../server/security/module.ts'
import { startSession } from '../../server/user/module.ts'
import { createUser } from '../../server/user/users.ts'
import { addAddressOf } from '../../server/withdrawal/addresses.ts'
import { bindCard } from '../server/forex/support.ts'
import { EVM_ADDRESS, knownByName, PAY_PASSWORD } from '../server/withdrawal/support.ts'

/** `addressId`: of their withdrawal address. */
export type Person = { userId: string; token: string; addressId: string }

/** A platform on a migrated database, with paper money for more orders than a benchmark makes. */
export async function openPlatform(database: Database): Promise<Platform> {
  const log = pino({ level: 'silent' })
  await migrate(database, systemClock.now(), foldersOf(modules))
  return {
    modules,
    config: readConfig({ PAPER_BALANCE: '10000000', REAL_NAME: 'withdrawal', ADDRESS_WAIT_SECONDS: '0' }),
    database,
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    store: folderStore(join(tmpdir(), 'quoin-bench-uploads')),
    vault: createVault(systemRandom.bytes(32), systemRandom),
    ids: createIds(systemClock, systemRandom),
    bus: createMemoryBus(log),
    throttle: createMemoryThrottle(systemClock),
    log,
  }
}

/** People with paper money, signed in. */
export const signUp = (platform: Platform, count: number): Promise<Person[]> =>
  commit(platform, async (unit) => {
    const people: Person[] = []
    for (let index = 0; index < count; index++) {
      const userId = await createUser(unit, { username: `person${index}`, lang: 'en' })
      if (!userId) throw new Error('a person could not sign up')
      people.push({
        userId,
        token: await startSession(unit, userId, 'password', { agent: 'bench', address: '127.0.0.1' }),
        addressId: '',
      })
    }
    return people
  })

/** People who may also trade in lots and withdraw: verified, with a card, an address and a transaction password with a cheap hash. */
export async function ready(platform: Platform, count: number, signedUp = signUp(platform, count)): Promise<Person[]> {
  const password_hash = await createPasswords(platform.random, { cost: 64 }).hash(PAY_PASSWORD, { account: 'all' })
  const people: Person[] = []
  for (const person of await signedUp) {
    await knownByName({ platform }, person.userId)
    await bindCard({ platform }, person.userId)
    await platform.db
      .insertInto('pay_passwords')
      .values({ user_id: person.userId, password_hash, updated_at: 0n })
      .execute()
    const address = { network: 'ethereum', address: EVM_ADDRESS, label: '' }
    const { id } = await commit(platform, (unit) => addAddressOf(unit, person.userId, address))
    people.push({ ...person, addressId: id })
  }
  return people
}
