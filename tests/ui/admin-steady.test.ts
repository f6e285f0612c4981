import { describe, expect, it } from 'vitest'
import { steady } from '../../src/admin/steady.ts'
import type { Done } from '../../src/machines/admin/wire.ts'

const listOf = (at: number, ...ids: readonly string[]): Done => ({
  rows: ids.map((id) => ({ id, unseen: at })),
  takes: ids.map((id) => [id]),
  fits: ids.map(() => ['chat answer']),
  late: ids.map(() => false),
  people: Object.fromEntries(ids.map((id) => [id, `name of ${id}`])),
  pictures: {},
  at,
})

describe('a list of the admin console that is being read', () => {
  it('keeps its rows where they are, with what is new about each, and counts those that came and went', () => {
    const { shown, added, gone } = steady(listOf(1, 'a', 'b', 'c'), listOf(2, 'x', 'c', 'a', 'y'))
    expect(shown.rows).toEqual([
      { id: 'a', unseen: 2 },
      { id: 'b', unseen: 1 },
      { id: 'c', unseen: 2 },
    ])
    expect(shown.takes).toEqual([['a'], ['b'], ['c']])
    expect([added, gone, shown.at]).toEqual([2, 1, 2])
    expect(shown.people?.b).toBe('name of b')
  })

  it('is the newest answer if that is the one that is read', () => {
    const newest = listOf(2, 'x')
    expect(steady(newest, newest)).toEqual({ shown: newest, added: 0, gone: 0 })
  })
})
