import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Platform } from '../../../server/platform/context.ts'
import { createMemoryBus } from '../../../server/platform/nodes/bus.ts'
import { startJobs } from '../../../server/platform/unit/job.ts'
import { createManualClock, type ManualClock } from '../manual-clock.ts'

let clock: ManualClock
let platform: Platform
let work: ReturnType<typeof startJobs> | undefined
const log = { error: vi.fn() }

beforeEach(() => {
  log.error.mockClear()
  clock = createManualClock(0, async () => work?.idle())
  platform = { clock, log, bus: createMemoryBus(log as never) } as unknown as Platform
})
afterEach(() => work?.stop())

const start = (...runs: ((stopping: () => boolean) => Promise<number>)[]) => {
  work = startJobs(
    platform,
    runs.map((run, index) => ({ name: `work ${index}`, run })),
  )
  return work
}

it('job: runs at the start, when the record grows, and otherwise every second and a half', async () => {
  const run = vi.fn(async () => 0)
  const { idle } = start(run)
  await idle()
  expect(run).toHaveBeenCalledTimes(1)
  platform.bus.publish('recorded', 1)
  await idle()
  expect(run).toHaveBeenCalledTimes(2)
  await clock.advance(1_400)
  platform.bus.publish('recorded', 2)
  await idle()
  await clock.advance(1_400)
  expect(run).toHaveBeenCalledTimes(3)
  await clock.advance(3_000)
  expect(run).toHaveBeenCalledTimes(5)
})

it('job: runs one at a time, and again if the record grew meanwhile', async () => {
  let release = () => {}
  let running = 0
  let most = 0
  const run = vi.fn(async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => {
      release = resolve
    })
    running--
    return 1
  })
  const { idle } = start(run)
  for (let times = 0; times < 5; times++) platform.bus.publish('recorded', times)
  release()
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  release()
  await idle()
  expect(run).toHaveBeenCalledTimes(2)
  expect(most).toBe(1)
})

it('job: delays no urgent one', async () => {
  const gate = Promise.withResolvers<number>()
  const onTime = vi.fn(async () => 0)
  const { idle } = start(() => gate.promise, onTime)
  platform.bus.publish('recorded', 1)
  await vi.waitFor(() => expect(onTime).toHaveBeenCalledTimes(2))
  gate.resolve(1)
  await idle()
})

it('job: logs a failure, continues with the next, and retries', async () => {
  const bad = vi.fn(async () => {
    throw new Error('no')
  })
  const good = vi.fn(async () => 0)
  const { idle } = start(bad, good)
  await idle()
  expect(good).toHaveBeenCalledTimes(1)
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ work: 'work 0' }), 'due work failed')
  await clock.advance(1_500)
  expect(bad).toHaveBeenCalledTimes(2)
})

it('job: finishes the current step when stopped, and starts no other', async () => {
  let release = () => {}
  const second = vi.fn(async () => 0)
  const { stop } = start(async (stopping) => {
    let steps = 0
    do {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      steps++
    } while (!stopping())
    expect(steps).toBe(1)
    return steps
  }, second)
  const stopped = stop()
  release()
  await stopped
  platform.bus.publish('recorded', 1)
  await clock.advance(5_000)
  expect(second).toHaveBeenCalledTimes(1)
})
