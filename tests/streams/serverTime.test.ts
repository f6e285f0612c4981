import { describe, expect, it } from 'vitest'
import { createServerTime } from '../../src/streams/serverTime.ts'

function setUp() {
  const device = { now: 1_000_000 }
  const serverTime = createServerTime(() => device.now)
  /** An answer with these travel times to and from a server that is this far ahead. */
  const answer = (ahead: number, there: number, back: number) => {
    const sentAt = device.now
    device.now += there + back
    serverTime.sample(sentAt, device.now, sentAt + there + ahead)
  }
  return { device, serverTime, answer, error: (ahead: number) => serverTime.serverNow() - device.now - ahead }
}

describe('the server’s time', () => {
  it('is the device’s own until an answer has come', () => {
    const { device, serverTime } = setUp()
    expect(serverTime.serverNow()).toBe(device.now)
    expect(serverTime.isKnown()).toBe(false)
  })

  it('is exact where the way there took as long as the way back', () => {
    const { answer, error, serverTime } = setUp()
    answer(5_000, 80, 80)
    expect(error(5_000)).toBe(0)
    expect(serverTime.isKnown()).toBe(true)
  })

  it('is off by half of the round trip at most', () => {
    const { answer, error } = setUp()
    answer(-7_000, 300, 0)
    expect(Math.abs(error(-7_000))).toBeLessThanOrEqual(150)
  })

  it('follows the answer with the shortest round trip', () => {
    const { answer, error } = setUp()
    answer(5_000, 900, 100)
    answer(5_000, 10, 20)
    answer(5_000, 50, 2_000)
    expect(Math.abs(error(5_000))).toBeLessThanOrEqual(15)
  })

  it('follows a clock that drifts: old answers are forgotten', () => {
    const { answer, error } = setUp()
    answer(5_000, 1, 1)
    for (let times = 0; times < 8; times++) answer(6_000, 40, 40)
    expect(error(6_000)).toBe(0)
  })

  it('trusts only what comes after a reset', () => {
    const { answer, error, serverTime } = setUp()
    answer(5_000, 1, 1)
    serverTime.reset()
    expect(serverTime.isKnown()).toBe(false)
    answer(-3_600_000, 400, 400)
    expect(error(-3_600_000)).toBe(0)
  })

  it('ignores an answer that came before it was asked for: the device’s clock was set back', () => {
    const { serverTime, device } = setUp()
    serverTime.sample(device.now, device.now - 1, 0)
    expect(serverTime.isKnown()).toBe(false)
  })
})
