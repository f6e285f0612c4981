import { expect, it } from 'vitest'
import { createLabels } from '../../src/ui/chart/labels.ts'

it('chart labels: what rounds to zero has no sign', () => {
  const { price } = createLabels({ lang: 'en', scale: 5, interval: '5m' })
  expect([-0.000001, -0, 0.000001, -0.00001].map((value) => price(value))).toEqual([
    '0.00000',
    '0.00000',
    '0.00000',
    '−0.00001',
  ])
})
