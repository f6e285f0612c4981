import { expect, it } from 'vitest'
import { easterOf } from '../../../src/rules/time/easter.ts'

// 1818 has the earliest one, 1943 and 2038 the latest; 1954, 2049 and 2076 are exceptions of the rule.
it.each([
  [1818, '03-22'],
  [1943, '04-25'],
  [1954, '04-18'],
  [2000, '04-23'],
  [2019, '04-21'],
  [2024, '03-31'],
  [2025, '04-20'],
  [2026, '04-05'],
  [2027, '03-28'],
  [2028, '04-16'],
  [2029, '04-01'],
  [2030, '04-21'],
  [2038, '04-25'],
  [2049, '04-18'],
  [2076, '04-19'],
  [2285, '03-22'],
])('easter: of %i is on %s', (year, sunday) => {
  expect(easterOf(year)).toBe(sunday)
})
