import { expect, it } from 'vitest'
import { isAccepted, licences } from '../licences.ts'

it('licences: a built server is deployed with nothing that MIT may not be distributed with', () => {
  const refused = [...licences()].filter(([, licence]) => !isAccepted(licence))
  expect(refused).toEqual([])
  expect(licences().size).toBeGreaterThan(100)
})

it('licences: of alternatives one must be accepted, of a combination each', () => {
  expect(isAccepted('GPL-3.0 OR MIT')).toBe(true)
  expect(isAccepted('GPL-3.0 AND MIT')).toBe(false)
})
