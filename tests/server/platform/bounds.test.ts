import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { actInput, signInInput } from '../../../server/admin/input.ts'
import { commands } from '../../../server/operator/operate.ts'
import { requireWords } from '../../../server/platform/command.ts'
import { clientFrame } from '../../../src/api/wire/frames.ts'
import { unboundedIn } from '../../api/bounds.ts'
import { calls } from '../calls.ts'

describe('input bounds', () => {
  it('are in the schema of every call, for every amount, price, number, text and list', () => {
    expect(calls.flatMap(({ path, input }) => unboundedIn(input).map((found) => `${path} ${found}`))).toEqual([])
  })

  it('are in the schemas of the socket and of the admin console', () => {
    expect([clientFrame, signInInput, actInput].flatMap(unboundedIn)).toEqual([])
  })

  it.each(commands.map((command) => [command.name, command] as const))(
    'holds for every word of the command %s',
    (_, command) => {
      const { args, options } = command
      const given = (long: string | undefined) => ({
        args: args.map((name) => (name === long ? 'x'.repeat(60_000) : 'x')),
        options: Object.fromEntries(options.map(({ name }) => [name, name === long ? 'x'.repeat(60_000) : '1'])),
      })
      expect(() => requireWords(command, given(undefined))).not.toThrow()
      for (const name of [...args, ...options.map((option) => option.name)]) {
        expect(() => requireWords(command, given(name)), name).toThrow(/has at most \d+ characters/)
      }
    },
  )

  it.each([
    ['a text', v.string(), ['all: string']],
    ['a text of some letters', v.pipe(v.string(), v.trim(), v.minLength(1)), ['all: string']],
    ['a text of an endless pattern', v.pipe(v.string(), v.regex(/^x+$/)), ['all: string']],
    ['a text of a pattern that a longer one holds', v.pipe(v.string(), v.regex(/x/)), ['all: string']],
    ['a text of one pattern or another', v.pipe(v.string(), v.regex(/^x|x$/)), ['all: string']],
    ['a text that is only checked', v.pipe(v.string(), v.email()), ['all: string']],
    ['a number', v.object({ a: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) }), ['a: number']],
    ['a list', v.object({ a: v.array(v.object({ b: v.string() })) }), ['a: array', 'a.[].b: string']],
    ['a record', v.record(v.string(), v.boolean()), ['all: record', 'key: string']],
    ['one of several', v.union([v.literal('a'), v.object({ b: v.nullable(v.bigint()) })]), ['b: bigint']],
    ['whatever it is', v.object({ a: v.unknown(), b: v.any() }), ['a: unknown', 'b: any']],
    ['what more may come along', v.looseObject({}), ['all: loose_object']],
  ])('is missed where there is none: in %s', (_, schema, found) => {
    expect(unboundedIn(schema)).toEqual(found)
  })
})
