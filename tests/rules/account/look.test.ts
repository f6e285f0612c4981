import { describe, expect, test } from 'vitest'
import { lookAttributes, looks, pageOfLook, readLook, writeLook } from '../../../src/rules/account/look.ts'

describe('the look’s cookie', () => {
  test.each([
    ['', { theme: 'system', swap: false }],
    ['look=dark.swap', { theme: 'dark', swap: true }],
    ['a=b; look=light; c=d', { theme: 'light', swap: false }],
    ['look=system.swap', { theme: 'system', swap: true }],
    ['outlook=dark', { theme: 'system', swap: false }],
    ['look=<script>', { theme: 'system', swap: false }],
  ] as const)('%s is read', (cookies, look) => {
    expect(readLook(cookies)).toEqual(look)
  })

  test('what is written is read again', () => {
    const look = { theme: 'dark', swap: true } as const
    expect(readLook(writeLook(look, true).split(';')[0] ?? '')).toEqual(look)
  })

  test('goes to this site alone, and over https alone where there is https', () => {
    expect(writeLook({ theme: 'dark', swap: false }, true)).toMatch(/SameSite=Strict; Secure$/)
    expect(writeLook({ theme: 'dark', swap: false }, false)).not.toMatch(/Secure/)
  })

  test('has a page for each look, whatever else is in the cookies', () => {
    expect(looks.map(pageOfLook)).toEqual([
      'index.html',
      'index.system.swap.html',
      'index.light.html',
      'index.light.swap.html',
      'index.dark.html',
      'index.dark.swap.html',
    ])
    expect(pageOfLook(readLook('look=../../secret'))).toBe('index.html')
    expect(pageOfLook(readLook('look=dark../.swap'))).toBe('index.dark.html')
  })

  test('dresses a page by attributes, and leaves one in the system’s look as it is', () => {
    expect(lookAttributes({ theme: 'dark', swap: true })).toBe(' data-theme="dark" data-swap=""')
    expect(lookAttributes({ theme: 'system', swap: false })).toBe('')
  })
})
