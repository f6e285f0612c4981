import type * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { requirePlain } from '../../../server/platform/http/plain-input.ts'
import { calls } from '../calls.ts'

type Shape = {
  type: string
  entries?: Record<string, Shape>
  wrapped?: Shape
  item?: Shape
  value?: Shape
  options?: readonly (Shape | string)[]
  pipe?: readonly v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>[]
}

/** An input for each text that a schema takes, in which that is all there is. */
function inputsOf(shape: Shape, text: string): [path: string, input: unknown][] {
  if (shape.type === 'string') return [['', text]]
  const below = (inner: Shape, name: string, wrap: (input: unknown) => unknown): [string, unknown][] =>
    inputsOf(inner, text).map(([path, input]) => [path === '' ? name : `${name}.${path}`, wrap(input)])
  const entries = Object.entries(shape.entries ?? {}).flatMap(([name, inner]) =>
    below(inner, name, (input) => ({ [name]: input })),
  )
  const items = shape.item ? below(shape.item, '0', (input) => [input]) : []
  const values = shape.type === 'record' && shape.value ? below(shape.value, 'key', (input) => ({ key: input })) : []
  const same = [...(shape.wrapped ? [shape.wrapped] : []), ...(shape.options ?? [])]
  return [
    ...entries,
    ...items,
    ...values,
    ...same.flatMap((inner) => (typeof inner === 'string' ? [] : inputsOf(inner, text))),
  ]
}

const refusalOf = (call: (typeof calls)[number], input: unknown) => {
  try {
    requirePlain(call, input)
    return undefined
  } catch (error) {
    return (error as { params?: { field?: string } }).params?.field
  }
}

describe('plain input: the texts of a call', () => {
  const fields = calls.flatMap((call) =>
    inputsOf(call.input as unknown as Shape, 'x').map(([path]) => ({ call, path })),
  )
  const refused = (text: string) =>
    calls.flatMap((call) =>
      inputsOf(call.input as unknown as Shape, text).map(([path, input]) => ({
        field: `${call.path} ${path}`,
        refused: refusalOf(call, input) === path,
      })),
    )

  it('are found in each call that takes some', () => {
    expect(fields.length).toBeGreaterThan(100)
  })

  it('contain no invisible or bidirectional characters', () => {
    for (const character of ['\0', '\t', '\u001b', '\u202e', '\u2066']) {
      expect(refused(`500${character}000`).filter(({ refused }) => !refused)).toEqual([])
    }
  })

  it('are one line each, but for messages to customer service', () => {
    expect(
      refused('two\nlines')
        .filter(({ refused }) => !refused)
        .map(({ field }) => field),
    ).toEqual(['chat/send text', 'chat/write text'])
  })
})
