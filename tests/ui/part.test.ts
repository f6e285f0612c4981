import { describe, expect, test } from 'vitest'
import type { Deps } from '../../src/ui/app/deps.ts'
import { createParts, part } from '../../src/ui/app/part.ts'

const deps = { client: 'the client' } as unknown as Deps
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Parts on dependencies, with the results of their texts and compositions. */
function createLoading({ refuse = 0, depless = 0 } = {}) {
  const asked: string[][] = []
  const composed: Deps[] = []
  let refused = 0
  let tries = 0
  const parts = createParts({
    deps: async () => {
      if (tries++ < depless) throw new TypeError('Failed to fetch')
      return deps
    },
    loadTexts: async (...names) => {
      asked.push(names)
      if (refused++ < refuse) throw new TypeError('Failed to fetch')
    },
    nextTask: async () => {},
  })
  const bank = part('shared', async () => ({
    compose: (on) => {
      composed.push(on)
      return { bankCard: composed.length }
    },
  }))
  return { parts, bank, asked, composed }
}

describe('a part', () => {
  test('is composed once from the shared dependencies, with its texts, however many pages wait for it', async () => {
    const { parts, bank, asked, composed } = createLoading()
    expect(parts(bank)).toBe(parts(bank))
    parts(bank).load()
    parts(bank).load()
    expect(parts(bank).now()).toEqual({ type: 'loading' })
    await settle()
    expect(parts(bank).now()).toEqual({ type: 'ready', value: { bankCard: 1 } })
    expect(composed).toEqual([deps])
    expect(asked).toEqual([['messages', 'shared', 'shared']])
  })

  test('whose texts do not come is composed when they do, and no page is shown before', async () => {
    const { parts, bank, composed } = createLoading({ refuse: 1 })
    parts(bank).load()
    await settle()
    expect(parts(bank).now()).toEqual({ type: 'failed', reason: 'offline' })
    expect(composed).toEqual([])
    parts(bank).retry()
    await settle()
    expect(parts(bank).now()).toMatchObject({ type: 'ready' })
    expect(composed).toHaveLength(1)
  })

  test('whose dependencies do not load is composed when they do', async () => {
    const { parts, bank, composed } = createLoading({ depless: 1 })
    parts(bank).load()
    await settle()
    expect(parts(bank).now()).toEqual({ type: 'failed', reason: 'offline' })
    parts(bank).retry()
    await settle()
    expect(composed).toEqual([deps])
  })

  test('of texts alone is ready once they are there', async () => {
    const { parts } = createLoading()
    const words = part('shared')
    parts(words).load()
    await settle()
    expect(parts(words).now()).toEqual({ type: 'ready', value: undefined })
  })
})
