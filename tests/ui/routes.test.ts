import { describe, expect, test } from 'vitest'
import { LOGIN, safeNext } from '../../src/ui/router/places.ts'
import { routeOf, routes, tabs } from '../../src/ui/router/routes.ts'

describe('routes', () => {
  test('the root is home', () => {
    expect(routeOf('/').path).toBe('/pages/index/index')
  })

  test('a path that is no route has a page that says so', () => {
    expect(routeOf('/pages/none').title).toBe('title.unknown')
  })

  test('no path is declared twice', () => {
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  })

  test('the tab bar has six items, in order', () => {
    expect(tabs.map(({ id }) => id)).toEqual(['home', 'markets', 'trade', 'arbitrage', 'assets', 'account'])
  })
})

describe('routes: the place to come back to after signing in', () => {
  test('is a page of the app, with its parameters', () => {
    expect(safeNext(routes, '/pages/kline/index?symbol=BTCUSDT')).toBe('/pages/kline/index?symbol=BTCUSDT')
  })

  test.each([
    null,
    '',
    'https://example.com/pages/kline/index',
    '//example.com',
    'javascript:alert(1)',
    '/pages/none',
    `${LOGIN}?next=/pages/kline/index`,
    '/pages/error/index',
  ])('is never %s', (next) => {
    expect(safeNext(routes, next)).toBeUndefined()
  })
})
