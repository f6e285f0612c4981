import { expect, it } from 'vitest'
import { remembered } from '../../src/rules/remembered.ts'

it('remembered: calculates once for each object, a missing result too', () => {
  const asked: object[] = []
  const sizeOf = remembered((key: { size?: number }) => {
    asked.push(key)
    return key.size
  })
  const [one, none] = [{ size: 1 }, {}]
  expect([one, one, none, none].map(sizeOf)).toEqual([1, 1, undefined, undefined])
  expect(asked).toEqual([one, none])
})
