import { BehaviorSubject, Subject } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Client } from '../../../src/api/client/client.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import { createLoadCover } from '../../../src/machines/actors/cover.ts'

const cover = { id: 'loan-1', due: '10075.000000', least: '0.000000', coins: '0.000000', room: '1', own: '1' }
const { signal } = new AbortController()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A user, signed in or not yet; `answers`: the server's next answers, each used once. */
function start(user: { id: string; owes: boolean } | null, ...answers: unknown[]) {
  const call = vi.fn(async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return { type: 'ok', message: answer }
  })
  inject({ client: { call } as unknown as Client })
  const user$ = new BehaviorSubject(user)
  const event$ = new Subject<{ kind: 'loan' | 'wallet' }>()
  return { user$, event$, call, load: createLoadCover(user$, event$) }
}

it('cover: makes no request without debts, until a loan event', async () => {
  const { load, call, event$ } = start({ id: 'ada', owes: false }, cover)
  expect(await load(signal)).toBeNull()
  event$.next({ kind: 'wallet' })
  expect(await load(signal)).toBeNull()
  expect(call).not.toHaveBeenCalled()
  event$.next({ kind: 'loan' })
  expect(await load(signal)).toEqual(cover)
})

it('cover: requests each time while a loan must stay covered, and then stops', async () => {
  const { load, call } = start({ id: 'ada', owes: true }, cover, null)
  expect([await load(signal), await load(signal), await load(signal)]).toEqual([cover, null, null])
  expect(call).toHaveBeenCalledTimes(2)
})

it('cover: waits for the signed-in user, up to a timeout', async () => {
  const { load, call, user$ } = start(null, cover, cover)
  const heard = load(signal)
  await vi.advanceTimersByTimeAsync(500)
  user$.next({ id: 'ada', owes: true })
  expect(await heard).toEqual(cover)
  user$.next(null)
  const unheard = load(signal)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await unheard).toBeNull()
  expect(call).toHaveBeenCalledTimes(1)
})

it('cover: never uses one user’s data for another', async () => {
  const { load, call, user$ } = start({ id: 'ada', owes: true }, cover)
  await load(signal)
  user$.next({ id: 'bob', owes: false })
  expect(await load(signal)).toBeNull()
  expect(call).toHaveBeenCalledTimes(1)
})

it('cover: leaves it to the server without an answer', async () => {
  const { load } = start({ id: 'ada', owes: true }, new Error('offline'), cover)
  expect(await load(signal)).toBeNull()
  expect(await load(signal)).toEqual(cover)
})
