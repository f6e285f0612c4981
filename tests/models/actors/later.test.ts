import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, toPromise } from 'xstate'
import { later, laterWatch, once } from '../../../src/machines/actors/later.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('later: a lazily loaded effect', () => {
  it('passes on input and output', async () => {
    const doubled = later(async () => fromPromise<number, number>(async ({ input }) => 2 * input))
    await expect(toPromise(createActor(doubled, { input: 21 }).start())).resolves.toBe(42)
  })

  it('fails if its code fails to load, and with its own error', async () => {
    const missing = later<number, number>(() => Promise.reject(new Error('no network')))
    await expect(toPromise(createActor(missing, { input: 1 }).start())).rejects.toThrow('no network')
    const failing = later(async () => fromPromise<number, number>(() => Promise.reject(new Error('refused'))))
    await expect(toPromise(createActor(failing, { input: 1 }).start())).rejects.toThrow('refused')
  })

  it('does not start after an abort, and is aborted with its actor', async () => {
    const told: string[] = []
    const effect = fromPromise<void, number>(async ({ signal }) => {
      told.push('begun')
      signal.addEventListener('abort', () => told.push('aborted'))
      await new Promise(() => {})
    })
    const early = createActor(
      later(async () => effect),
      { input: 1 },
    ).start()
    early.stop()
    await settle()
    expect(told).toEqual([])
    const late = createActor(
      later(async () => effect),
      { input: 1 },
    ).start()
    await settle()
    late.stop()
    expect(told).toEqual(['begun', 'aborted'])
  })

  it('unsubscribes, also if it ends before it began', async () => {
    const told: string[] = []
    const watching = laterWatch<string, { type: 'told' }>(async (name) => (input) => {
      told.push(`${name} ${input}`)
      return () => told.push('ended')
    })
    const early = createActor(watching, { input: 'early' }).start()
    early.stop()
    await settle()
    expect(told).toEqual([])
    const late = createActor(watching, { input: 'late' }).start()
    await settle()
    late.stop()
    expect(told).toEqual(['late late', 'ended'])
  })

  it('is loaded once, and again after a failure', async () => {
    let loads = 0
    const load = once(async () => {
      if (++loads === 1) throw new Error('no network')
      return loads
    })
    await expect(load()).rejects.toThrow('no network')
    expect(await Promise.all([load(), load()])).toEqual([2, 2])
  })
})
