import { expect, it } from 'vitest'
import { mutantsOf } from './list.ts'
import { applied, changesOf } from './mutate.ts'

const mutantsIn = (text: string) => changesOf('a.ts', text).map((change) => applied(text, change))

it.each([
  ['a comparison includes its bound, or not', 'x = a <= b', ['x = a < b', ';']],
  ['equal is unequal', 'const x = a === b', ['const x = a !== b']],
  ['a condition is turned round', 'const x = a ? b : c', ['const x = !(a) ? b : c']],
  ['both is either', 'const x = a && b', ['const x = a || b']],
  ['a sum is a difference', 'const x = a + b', ['const x = a - b']],
  ['but text is no sum', 'const x = `a` + b', []],
  ['the least is the most', 'const x = Math.min(a, b)', ['const x = Math.max(a, b)']],
  ['a number is twice as much', 'const x = 60_000', ['const x = 120000']],
  ['none is one', 'const x = 0n', ['const x = 1n']],
  ['true is false', 'const x = true', ['const x = false']],
  ['nobody waits', 'const x = await a', ['const x = (a)']],
  ['a call is not made', 'call()', [';']],
  ['nothing is thrown', "throw new Refusal('a')", [';']],
  [
    'a function does nothing',
    'const x = () => { a; b }',
    ['const x = () => {}', 'const x = () => { ; b }', 'const x = () => { a; ; }'],
  ],
  ['but one that gives something gives it', 'const x = () => { const y = a; return y }', []],
  ['types are left alone', 'type X = 1 | true', []],
  ['as is the log', 'log.info(1)', []],
  ['the words of an error', "throw new RangeError('a' + 1)", []],
  ['defaults that only the type asks for', 'const [x = 0] = a ?? 0', []],
  ['an order is turned round, and nothing else of it', 'const x = a < b ? -1 : 1', ['const x = !(a < b) ? -1 : 1']],
  ['how many rows come where one is taken', 'const x = rows.limit(1)', []],
])('mutate: %s', (_, text, mutants) => {
  expect(mutantsIn(text).sort()).toEqual([...mutants].sort())
})

it('lists the same mutants for the same seed, others for another, and each once', () => {
  const ids = (seed: string) => mutantsOf(seed).map(({ id }) => id)
  expect(ids('1')).toEqual(ids('1'))
  expect(ids('2')).not.toEqual(ids('1'))
  expect(new Set(ids('1')).size).toBe(ids('1').length)
  expect(ids('1').length).toBeGreaterThanOrEqual(150)
})
