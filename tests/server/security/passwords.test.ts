import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../server/platform/random.ts'
import { createTurns } from '../../../server/platform/unit/turns.ts'
import { type Asker, createPasswords, isCommon } from '../../../server/security/passwords.ts'
import { PASSWORD_LENGTH_MIN } from '../../../src/rules/account/password-length.ts'

const someone = { account: 'someone', address: '203.0.113.7' }

describe('a stored password', () => {
  const quick = createPasswords(systemRandom, { cost: 2 ** 10 })

  it('is scrypt with N=2^17, r=8, p=1 unless said otherwise', async () => {
    const passwords = createPasswords(systemRandom)
    const stored = await passwords.hash('Correct Horse', someone)
    expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await passwords.verify('Correct Horse', stored, someone)).toBe(true)
    expect(await passwords.verify('correct horse', stored, someone)).toBe(false)
  })

  it('has a salt of its own', async () => {
    expect(await quick.hash('same', someone)).not.toBe(await quick.hash('same', someone))
  })

  it('is checked with its stored parameters', async () => {
    const stored = await createPasswords(systemRandom, { cost: 2 ** 11 }).hash('older', someone)
    expect(await quick.verify('older', stored, someone)).toBe(true)
  })

  it.each([null, undefined])('that is %s matches nothing', async (stored) => {
    expect(await quick.verify('', stored, someone)).toBe(false)
    expect(await quick.verify('anything', stored, someone)).toBe(false)
  })

  it('keeps case and spaces, and accepts é in any Unicode form', async () => {
    const stored = await quick.hash(' Caf\u00e9 ', someone)
    expect(await quick.verify(' Cafe\u0301 ', stored, someone)).toBe(true)
    expect(await quick.verify('Caf\u00e9', stored, someone)).toBe(false)
    expect(await quick.verify(' caf\u00e9 ', stored, someone)).toBe(false)
  })

  it('that cannot be read is an error, not a refusal', async () => {
    await expect(quick.verify('anything', 'plain text', someone)).rejects.toThrow('cannot be read')
  })
})

describe('passwords: a stranger who signs in', () => {
  /** In the order begun: two run side by side, and which of them ends first is the machine's affair. */
  const orderOf = async (flood: (index: number) => Asker, stranger: Asker) => {
    const begun: string[] = []
    const derive = async (password: string) => {
      begun.push(password)
      await nextTurn()
      return Buffer.alloc(32)
    }
    const passwords = createPasswords(systemRandom, { derive })
    const verify = (name: string, asker: Asker) => passwords.verify(name, undefined, asker).catch(() => 'refused')
    const all = Array.from({ length: 80 }, (_, index) => verify('flood', flood(index)))
    await Promise.all([...all, verify('stranger', stranger)])
    return begun
  }
  const stranger = { account: 'stranger', address: '198.51.100.1' }

  it.each<[string, (index: number) => Asker]>([
    ['one account from many networks', (index) => ({ account: 'one', address: `203.0.${index}.1` })],
    ['one network for many accounts', (index) => ({ account: `name${index}`, address: '203.0.113.7' })],
    [
      'many networks of one provider for many accounts',
      (index) => ({ account: `name${index}`, address: `2001:db8:1:${index}::1` }),
    ],
  ])('waits for those in hand alone, and not behind eighty of %s', async (_, flood) => {
    const order = await orderOf(flood, stranger)
    expect(order.indexOf('stranger')).toBeGreaterThan(-1)
    expect(order.indexOf('stranger')).toBeLessThanOrEqual(3)
    expect(order).toHaveLength(66)
  })
})

describe('the commonest passwords', () => {
  it.each(['123456', 'password', 'PASSWORD', 'qwerty', 'letmein', '1234567890'])(
    'hold %s, unless it is too short',
    (password) => {
      expect(isCommon(password)).toBe(password.length >= PASSWORD_LENGTH_MIN)
    },
  )

  it.each(['Correct Horse 1', 'zvQ8#kp', '__proto__', 'constructor'])('do not hold %s', (password) => {
    expect(isCommon(password)).toBe(false)
  })
})

describe('passwords: turns', () => {
  const gates = () => {
    const open: (() => void)[] = []
    return { open, wait: () => new Promise<void>((resolve) => open.push(resolve)) }
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  it('run two at once, and the rest in the order asked', async () => {
    const turn = createTurns(2, 10)
    const { open, wait } = gates()
    const started: number[] = []
    const all = [1, 2, 3, 4].map((number) =>
      turn(async () => {
        started.push(number)
        await wait()
      }),
    )
    await settle()
    expect(started).toEqual([1, 2])
    open[1]?.()
    await settle()
    expect(started).toEqual([1, 2, 3])
    open[0]?.()
    await settle()
    expect(started).toEqual([1, 2, 3, 4])
    open[2]?.()
    open[3]?.()
    await Promise.all(all)
  })

  it('refuse if too many wait, and accept more once some are done', async () => {
    const turn = createTurns(1, 1)
    const { open, wait } = gates()
    const [running, waiting] = [turn(wait), turn(wait)]
    await expect(turn(wait)).rejects.toMatchObject({ key: 'tooManyRequests' })
    open[0]?.()
    await running
    await settle()
    open[1]?.()
    await waiting
    expect(await turn(async () => 'done')).toBe('done')
  })

  it('continue after a failure', async () => {
    const turn = createTurns(1, 1)
    await expect(
      turn(async () => {
        throw new Error('failed')
      }),
    ).rejects.toThrow('failed')
    expect(await turn(async () => 'done')).toBe('done')
  })
})
