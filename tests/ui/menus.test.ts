import { describe, expect, test } from 'vitest'
import first from '../../src/ui/i18n/locales/en/first.json' with { type: 'json' }
import user from '../../src/ui/i18n/locales/en/user.json' with { type: 'json' }
import { menusFor } from '../../src/ui/menus.ts'
import { routeOf, routes } from '../../src/ui/routes.ts'

const words: Record<string, string> = { ...first, ...user }
const listed = {
  pages: [
    'Account',
    'Transaction',
    'Arbitrage',
    'Loan application',
    'Trade order',
    'Transaction record',
    'Terms and Conditions',
  ],
  settings: ['Notification', 'Google 2FA', 'KYC verification', 'E-mail', 'Bank cards', 'Language'],
}

describe.each(['pages', 'settings'] as const)('the menu of %s', (name) => {
  test('has the product’s rows, in its order', () => {
    const shown = menusFor(routes, true)[name].map(({ label }) => words[label] ?? '')
    expect(shown).toEqual(listed[name].filter((row) => shown.includes(row)))
    expect(shown.length).toBeGreaterThan(2)
  })

  test('leads only to pages that are there, and a guest to none that asks for a person', () => {
    for (const { to } of menusFor(routes, true)[name]) expect(routeOf(to).path).toBe(to)
    for (const { to } of menusFor(routes, false)[name]) expect(routeOf(to).guard).toBe('public')
  })
})
