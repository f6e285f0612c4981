import { describe, expect, test } from 'vitest'
import { pageOfTheme, readTheme, themeAttributes, themes, writeTheme } from '../../../src/rules/account/theme.ts'

describe('theme: its cookie', () => {
  test.each([
    ['', { scheme: 'system', swap: false }],
    ['look=dark.swap', { scheme: 'dark', swap: true }],
    ['a=b; look=light; c=d', { scheme: 'light', swap: false }],
    ['look=system.swap', { scheme: 'system', swap: true }],
    ['outlook=dark', { scheme: 'system', swap: false }],
    ['look=<script>', { scheme: 'system', swap: false }],
  ] as const)('%s is read', (cookies, theme) => {
    expect(readTheme(cookies)).toEqual(theme)
  })

  test('is read as it was written', () => {
    const theme = { scheme: 'dark', swap: true } as const
    expect(readTheme(writeTheme(theme, true).split(';')[0] ?? '')).toEqual(theme)
  })

  test('goes to this site alone, and over https alone where there is https', () => {
    expect(writeTheme({ scheme: 'dark', swap: false }, true)).toMatch(/SameSite=Strict; Secure$/)
    expect(writeTheme({ scheme: 'dark', swap: false }, false)).not.toMatch(/Secure/)
  })

  test('has a page for each look, whatever else is in the cookies', () => {
    expect(themes.map(pageOfTheme)).toEqual([
      'index.html',
      'index.system.swap.html',
      'index.light.html',
      'index.light.swap.html',
      'index.dark.html',
      'index.dark.swap.html',
    ])
    expect(pageOfTheme(readTheme('look=../../secret'))).toBe('index.html')
    expect(pageOfTheme(readTheme('look=dark../.swap'))).toBe('index.dark.html')
  })

  test('dresses a page by attributes, and leaves one in the system’s look as it is', () => {
    expect(themeAttributes({ scheme: 'dark', swap: true })).toBe(' data-theme="dark" data-swap=""')
    expect(themeAttributes({ scheme: 'system', swap: false })).toBe('')
  })
})
