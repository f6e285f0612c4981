import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { modules } from '../../server/modules.ts'
import { kindsOf } from '../../server/orders/module.ts'
import { causePlace, causes, isMoved, labelOf, movedOf } from '../../src/ui/pages/records/labels.ts'
import { pathOf } from '../../src/ui/router/router.ts'
import { routes } from '../../src/ui/router/routes.ts'

/** The names of the postings that a machine gives its steps. */
const postingsOf = (machine: AnyStateMachine) => Object.keys(machine.implementations.actions)

describe.each(kindsOf(modules).map(({ name, machine }) => ({ name, machine })))(
  'records words: $name',
  ({ name, machine }) => {
    test('names each of its postings in plain words, and no other', () => {
      expect(Object.keys(causes[name]?.steps ?? {}).sort()).toEqual(postingsOf(machine).sort())
      for (const step of postingsOf(machine)) expect(labelOf({ cause: name, step })).not.toBe('records.other')
    })

    test('leads to a page that is there, or nowhere', () => {
      const place = causePlace({ cause: name, causeId: '01AAAAAAAAAAAAAAAAAAAAAAAA' })
      if (place !== undefined) expect(routes.map(({ path }) => path)).toContain(pathOf(place))
    })
  },
)

test('records words: a movement that only reserves or releases shows how much, and no zero', () => {
  const shown = (amount: string, held: string) => [movedOf({ amount, held }), isMoved({ amount, held })]
  expect(shown('0.000000', '100.000000')).toEqual(['100.000000', false])
  expect(shown('0.000000', '-100.000000')).toEqual(['100.000000', false])
  expect(shown('-100.000000', '-100.000000')).toEqual(['-100.000000', true])
})

test('records words: an option that moved money is shown with its receipt', () => {
  expect(causePlace({ cause: 'microtrade', causeId: 'an-option' })).toBe('/pages/order/trade?receipt=an-option')
})

test('records words: a movement that this version does not know is a movement, and leads nowhere', () => {
  expect(labelOf({ cause: 'later', step: 'anything' })).toBe('records.other')
  expect(causePlace({ cause: 'later', causeId: 'x' })).toBeUndefined()
})
