import { expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { findUser } from '../../../server/user/module.ts'
import { describePlatform, insertUser } from '../platform.ts'

describePlatform('find user: the user that an operator names', (test) => {
  const made = (username: string) => commit(test.platform, (unit) => insertUser(unit, username))
  const found = async (name: string) => (await findUser(test.platform.db, name))?.id

  it('is the one with exactly this id, even if another has a similar name', async () => {
    const ann = await made('ann')
    const namesake = await made(ann)
    expect(await found(ann)).toBe(ann)
    expect(await found(namesake)).toBe(namesake)
  })

  it('is found by a name in any case, and by an id in small letters', async () => {
    const bob = await made('Bob')
    for (const name of ['Bob', 'bOB', bob, bob.toLowerCase()]) expect(await found(name)).toBe(bob)
    expect(await found('nobody')).toBeUndefined()
  })

  it('is refused if two users match', async () => {
    const eve = await made('eve')
    const namesake = await made(eve)
    const name = eve.toLowerCase()
    await expect(found(name)).rejects.toThrow(`${name} matches more than one user`)
    await expect(found(name)).rejects.toThrow(namesake)
  })
})
