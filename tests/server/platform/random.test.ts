import { describe, expect, it } from 'vitest'
import {
  createIds,
  createPool,
  digits,
  lowestIdAt,
  type Random,
  secret,
  systemRandom,
  timeOfId,
} from '../../../server/platform/random.ts'

const bytes = (...values: number[]): Random => ({ bytes: (length) => new Uint8Array(values.splice(0, length)) })

describe('random: ids', () => {
  it('are 26 characters that grow strictly, within one millisecond and when the clock is set back', () => {
    let now = Date.UTC(2026, 0, 5)
    const id = createIds({ now: () => now, after: () => () => {} }, systemRandom)
    const ids: string[] = []
    for (let index = 0; index < 3_000; index++) {
      if (index % 3 === 0) now += 1
      if (index % 1_000 === 999) now -= 50
      ids.push(id())
    }
    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(ids.length)
    for (const made of ids) expect(made).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  })

  it('sort by the time that they were made at, across processes', () => {
    const at = (now: number) => createIds({ now: () => now, after: () => () => {} }, systemRandom)()
    expect([at(3_000_000), at(1), at(2_000_000), at(1_999_999)].sort()).toEqual(
      expect.objectContaining({ 0: expect.stringMatching(/^0000000001/), length: 4 }),
    )
    expect(at(1_999_999) < at(2_000_000)).toBe(true)
  })

  it('tell their time, and none is below the lowest of its time', () => {
    const now = Date.UTC(2026, 0, 5, 1, 2, 3, 456)
    const id = createIds({ now: () => now, after: () => () => {} }, systemRandom)()
    expect(timeOfId(id)).toBe(now)
    expect([lowestIdAt(now) <= id, lowestIdAt(now + 1) <= id]).toEqual([true, false])
  })
})

describe('random: chance', () => {
  it('gives each byte of a block once and erases it, and fills long ones directly', () => {
    let count = 0
    const filled: Uint8Array[] = []
    const pool = createPool((block) => {
      filled.push(block)
      // Bytes 1 to 251 in turn: none is zero, as an erased one is.
      for (let index = 0; index < block.length; index++) block[index] = 1 + (count++ % 251)
    })
    const given = Array.from({ length: 1_000 }, () => [...pool.bytes(10)])
    expect(filled.map(({ length }) => length)).toEqual([4_096, 4_096, 4_096])
    // A block holds 409 of ten bytes; its last six are left.
    expect(given[408]?.[9]).toBe(1 + (4_089 % 251))
    expect(given[409]?.[0]).toBe(1 + (4_096 % 251))
    expect(given.flat().filter((byte) => byte === 0)).toEqual([])
    // The third block has given 182 of ten.
    const left = [...(filled.at(-1) ?? [])].filter((byte) => byte !== 0)
    expect(left).toHaveLength(4_096 - 1_820)
    expect(pool.bytes(1_000)).toHaveLength(1_000)
    expect(filled.at(-1)).toHaveLength(1_000)
  })

  it('makes secrets of 160 bits that fit into a URL', () => {
    const secrets = Array.from({ length: 100 }, () => secret(systemRandom))
    expect(new Set(secrets).size).toBe(100)
    for (const made of secrets) expect(Buffer.from(made, 'base64url')).toHaveLength(20)
    expect(secret(systemRandom)).toMatch(/^[\w-]+$/)
  })

  it('makes six digits, with their zeros, each as likely', () => {
    expect(digits(bytes(0, 0, 0, 7))).toBe('000007')
    // 4,294,000,000 and more would favour the small numbers: drawn again.
    expect(digits(bytes(0xff, 0xff, 0xff, 0xff, 0, 0, 1, 0))).toBe('000256')
  })
})
