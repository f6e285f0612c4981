import { describe, expect, test } from 'vitest'
import { menusFor } from '../../src/ui/app/menus.ts'
import first from '../../src/ui/i18n/locales/en/first.json' with { type: 'json' }
import user from '../../src/ui/pages/user/locales/en.json' with { type: 'json' }
import { AUTHENTICATOR, CHART, EMAIL, KYC, ORDERS, PASSKEYS, PAY_PASSWORD } from '../../src/ui/router/places.ts'
import { routeOf, routes } from '../../src/ui/router/routes.ts'

const words: Record<string, string> = { ...first, ...user }
const listed = {
  pages: [
    'Assets',
    'Transaction',
    'Arbitrage',
    'Loan application',
    'Trade order',
    'Transaction record',
    'Terms and Conditions',
  ],
  settings: ['Security', 'Notification', 'Messages', 'Bank card', 'Language', 'Time zone'],
}

describe.each(['pages', 'settings'] as const)('the menu of %s', (name) => {
  test('has the product’s pages, in its order', () => {
    const shown = menusFor(routes, true)[name].map(({ label }) => words[label] ?? '')
    expect(shown).toEqual(listed[name].filter((row) => shown.includes(row)))
    expect(shown.length).toBeGreaterThan(2)
  })

  test('has each page once, by its title, and none that the security page leads to', () => {
    const rows = menusFor(routes, true)[name]
    // A trading page is titled with its instrument, and the title of the orders is the same word in several languages.
    const own: Record<string, string> = { [CHART]: 'menu.transaction', [ORDERS]: 'menu.orders' }
    const named = rows.map(({ to }) => own[to] ?? routeOf(to).title)
    expect(rows.map(({ label }) => label)).toEqual(named)
    expect(new Set(rows.map(({ to }) => to)).size).toBe(rows.length)
    expect(rows.filter(({ to }) => [KYC, EMAIL, AUTHENTICATOR, PASSKEYS, PAY_PASSWORD].includes(to))).toEqual([])
  })

  test('leads only to pages that are there, and a guest to none that asks for a person', () => {
    for (const { to } of menusFor(routes, true)[name]) expect(routeOf(to).path).toBe(to)
    for (const { to } of menusFor(routes, false)[name]) expect(routeOf(to).guard).toBe('public')
  })
})
