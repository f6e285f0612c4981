import { describe, expect, it } from 'vitest'
import { admit, admitAll, countsFrom, createMemoryThrottle, networkOf } from '../../../server/platform/throttle.ts'
import { createManualClock } from '../manual-clock.ts'

const limit = { name: 'test', points: 2, seconds: 60 }

describe('a throttle', () => {
  const start = (options = {}) => {
    const clock = createManualClock(0, async () => {})
    return { clock, throttle: createMemoryThrottle(clock, options) }
  }

  it('admits up to its limit, and returns the time until a retry', async () => {
    const { clock, throttle } = start()
    await admit(throttle, limit, 'a')
    clock.jump(10_000)
    await admit(throttle, limit, 'a')
    clock.jump(500)
    await expect(admit(throttle, limit, 'a')).rejects.toMatchObject({
      key: 'tooManyRequests',
      params: { seconds: '50' },
    })
  })

  it('resets after its time, however often it was used in between', async () => {
    const { clock, throttle } = start()
    for (let count = 0; count < 10; count++) await throttle.take(limit, 'a')
    clock.jump(60_000)
    expect(await throttle.take(limit, 'a')).toEqual({ used: 1, allowed: true, waitMs: 60_000 })
  })

  it('separates keys and limits', async () => {
    const { throttle } = start()
    for (let count = 0; count < 3; count++) await throttle.take(limit, 'a')
    expect((await throttle.take(limit, 'b')).used).toBe(1)
    expect((await throttle.take({ ...limit, name: 'other' }, 'a')).used).toBe(1)
  })

  it('returns points, and clears', async () => {
    const { throttle } = start()
    await throttle.take(limit, 'a')
    await throttle.giveBack(limit, 'a')
    await throttle.giveBack(limit, 'a')
    await throttle.giveBack(limit, 'never seen')
    expect((await throttle.take(limit, 'a')).used).toBe(1)
    await throttle.clear(limit, 'a')
    expect((await throttle.take(limit, 'a')).used).toBe(1)
  })

  it('multiplies limits by its generosity', async () => {
    const { throttle } = start({ generosity: 3 })
    const taken = []
    for (let count = 0; count < 7; count++) taken.push((await throttle.take(limit, 'a')).allowed)
    expect(taken).toEqual([true, true, true, true, true, true, false])
  })

  it('holds a bounded number of keys, and drops expired ones first', async () => {
    const { clock, throttle } = start()
    await throttle.take({ ...limit, seconds: 3_600 }, 'kept')
    for (let key = 0; key < 99_999; key++) await throttle.take(limit, `${key}`)
    clock.jump(60_000)
    await throttle.take(limit, 'one more')
    expect((await throttle.take({ ...limit, seconds: 3_600 }, 'kept')).used).toBe(2)
    for (let key = 0; key < 100_000; key++) await throttle.take(limit, `${key}`)
    expect((await throttle.take({ ...limit, seconds: 3_600 }, 'kept')).used).toBe(1)
  })
})

describe('throttle: a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('throttle: a limit by address', () => {
  const LIMIT = { name: 'test', points: 10, seconds: 60 }
  const start = () => {
    const throttle = createMemoryThrottle(createManualClock(0, async () => {}))
    const admits = (address: string) =>
      admitAll(throttle, countsFrom(LIMIT, address)).then(
        () => true,
        () => false,
      )
    const admitted = async (addresses: readonly string[]) => {
      let count = 0
      for (const address of addresses) count += Number(await admits(address))
      return count
    }
    return { admits, admitted }
  }
  const of = (count: number, address: (index: number) => string) => Array.from({ length: count }, (_, i) => address(i))
  const hex = (value: number) => value.toString(16)

  it('counts many networks of one provider, at wider limits', async () => {
    const { admitted, admits } = start()
    // One /64, then others of its /56, then others of its /48: 10, 40 and 160 in all.
    expect(await admitted(of(20, (i) => `2001:db8:1:100::${hex(i)}`))).toBe(10)
    expect(await admitted(of(100, (i) => `2001:db8:1:1${hex(i + 1).padStart(2, '0')}::1`))).toBe(30)
    expect(await admitted(of(200, (i) => `2001:db8:1:${hex((i + 2) * 256)}::1`))).toBe(120)
    expect(await admits('2001:db8:2:100::1')).toBe(true)
  })

  it('does not charge neighbours for one household’s refusals', async () => {
    const { admitted, admits } = start()
    expect(await admitted(of(1_000, () => '2001:db8:1:100::1'))).toBe(10)
    expect(await admits('2001:db8:1:101::1')).toBe(true)
  })

  it('counts IPv4 by the address alone', async () => {
    const { admitted } = start()
    expect(await admitted(of(500, (i) => `203.0.${i >> 8}.${i & 255}`))).toBe(500)
  })
})
