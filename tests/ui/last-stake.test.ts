import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { createLastStake } from '../../src/ui/pages/microtrade/last-stake.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A device that stores texts. */
function stubStorage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  })
  return stored
}

it('last stake: is that of the signed-in user, until sign-out', () => {
  const stored = stubStorage()
  const person$ = new BehaviorSubject<string | null>('user-ada-0001')
  const lastStake = createLastStake(person$)
  expect(lastStake.read()).toBeUndefined()
  const stake = { currency: 'USDT', seconds: 30, amount: '100' }
  lastStake.keep(stake)
  expect(lastStake.read()).toEqual(stake)
  expect(createLastStake(new BehaviorSubject<string | null>('user-ada-0001')).read()).toEqual(stake)
  person$.next(null)
  expect([lastStake.read(), stored.size]).toEqual([undefined, 0])
  person$.next('user-bob-0002')
  expect(lastStake.read()).toBeUndefined()
})

it('last stake: of another user is deleted', () => {
  const stored = stubStorage()
  createLastStake(new BehaviorSubject<string | null>('user-ada-0001')).keep({
    currency: 'USDT',
    seconds: 30,
    amount: '100',
  })
  expect(createLastStake(new BehaviorSubject<string | null>('user-bob-0002')).read()).toBeUndefined()
  expect(stored.size).toBe(0)
})
