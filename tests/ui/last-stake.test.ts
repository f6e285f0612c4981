import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetOthers, keep } from '../../src/ui/app/kept.ts'
import { createLastStake } from '../../src/ui/pages/microtrade/last-stake.ts'

const ADA = 'user-ada-0001'
const stake = { currency: 'USDT', seconds: 30, amount: '100' }
const of = (userId: string | null) => createLastStake(new BehaviorSubject(userId))

let stored: Record<string, string>

beforeEach(() => {
  const storage = Object.create({
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, text: string) => {
      stored[name] = text
    },
    removeItem: (name: string) => {
      delete stored[name]
    },
  })
  stored = storage
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => void vi.unstubAllGlobals())

it('last stake: is that of the signed-in user, until sign-out', () => {
  const person$ = new BehaviorSubject<string | null>(ADA)
  const lastStake = createLastStake(person$)
  expect(lastStake.read()).toBeUndefined()
  lastStake.keep(stake)
  expect(lastStake.read()).toEqual(stake)
  expect(of(ADA).read()).toEqual(stake)
  person$.next(null)
  expect(lastStake.read()).toBeUndefined()
  person$.next('user-bob-0002')
  expect(lastStake.read()).toBeUndefined()
})

it.each([null, 'user-bob-0002'])('last stake: is deleted for %s, and what belongs to the device stays', (person) => {
  of(ADA).keep(stake)
  keep('chart', { interval: '1m' })
  stored.other = 'not of this app'
  forgetOthers(ADA)
  expect(Object.keys(stored)).toEqual(['kept.stake', 'kept.chart', 'other'])
  forgetOthers(person)
  expect(Object.keys(stored)).toEqual(['kept.chart', 'other'])
})
