import { describe, expect, it } from 'vitest'
import { isPlain, isPlainLine, plainOf, printable } from '../../../src/rules/account/plain-text.ts'

describe('plain text', () => {
  it('is what shows all that it holds, in the order in which it holds it', () => {
    for (const text of ['José', '山田', 'two\nlines', 'עברית', '👩‍👩‍👧', '+5.00 USDT']) expect(isPlain(text)).toBe(true)
    const hidden = [
      '\0',
      '\t',
      '\r',
      '\u001b',
      '\u0085',
      '\u061c',
      '\u200e',
      '\u200f',
      '\u2028',
      '\u202e',
      '\u2066',
      '\ufeff',
    ]
    expect(hidden.filter((character) => isPlain(`500${character}000`))).toEqual([])
    expect(isPlainLine('two\nlines')).toBe(false)
  })

  it('is what remains of pasted text', () => {
    expect(plainOf('\u202a+39 06 1234\u202c')).toBe('+39 06 1234')
    expect(plainOf('a\r\nb\tc')).toBe('a\nb c')
    expect(printable('5\n\u202e0')).toBe('5··0')
  })
})
