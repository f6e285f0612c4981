import { expect, it } from 'vitest'
import { createQueue } from '../../../server/platform/http/queue.ts'
import { createTimeSlice, endlessSlice } from '../../../server/platform/http/time-slice.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

it('queue: limits one caller’s concurrent calls, and delays no other', async () => {
  const queue = createQueue(endlessSlice)
  const begun: string[] = []
  const leaves: (() => void)[] = []
  const call = async (key: string) => {
    const leave = await queue(key)
    begun.push(key)
    leaves.push(leave)
  }
  const many = Array.from({ length: 100 }, () => call('many'))
  const one = call('one')
  await one
  await soon()
  expect(begun.filter((key) => key === 'many')).toHaveLength(8)
  while (begun.length < 101) {
    for (const leave of leaves.splice(0)) leave()
    await soon()
  }
  await Promise.all(many)
})

it('queue: starts the caller with the fewest waiting first, and one call per turn when turns are over', async () => {
  let over = true
  const queue = createQueue({ isOver: () => over, pause: async () => {} })
  const begun: string[] = []
  const call = async (key: string) => {
    const leave = await queue(key)
    begun.push(key)
    leave()
  }
  const calls = [...Array.from({ length: 20 }, () => call('many')), call('one'), call('two'), call('two')]
  await Promise.all(calls)
  expect(begun.slice(0, 3)).toEqual(['one', 'two', 'two'])
  expect(begun).toHaveLength(23)
  over = false
  await call('late')
  expect(begun.at(-1)).toBe('late')
})

it('queue: yields in long work, so that other calls run in between', async () => {
  const slice = createTimeSlice(5)
  let looked = 0
  const looking = setInterval(() => looked++, 0)
  for (let step = 0; step < 30; step++) {
    await slice.pause()
    const until = performance.now() + 2
    while (performance.now() < until);
  }
  clearInterval(looking)
  expect(looked).toBeGreaterThan(3)
})
