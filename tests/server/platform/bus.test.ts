import { expect, it, vi } from 'vitest'
import { createMemoryBus } from '../../../server/platform/nodes/bus.ts'

it('bus: delivers synchronously and in order to all subscribers of the topic, until they unsubscribe', () => {
  const bus = createMemoryBus({ error: vi.fn() })
  const heard: string[] = []
  const stop = bus.subscribe('frame', (frame) => heard.push(`a ${frame}`))
  bus.subscribe('frame', (frame) => heard.push(`b ${frame}`))
  bus.subscribe('recorded', (time) => heard.push(`recorded ${time}`))
  bus.publish('frame', '1')
  bus.publish('recorded', 5)
  stop()
  bus.publish('frame', '2')
  expect(heard).toEqual(['a 1', 'b 1', 'recorded 5', 'b 2'])
})

it('bus: logs a listener that throws, and calls the next one', () => {
  const log = { error: vi.fn() }
  const bus = createMemoryBus(log)
  const heard: string[] = []
  bus.subscribe('frame', () => {
    throw new Error('deaf')
  })
  bus.subscribe('frame', (frame) => heard.push(frame))
  bus.publish('frame', '1')
  expect(heard).toEqual(['1'])
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ topic: 'frame' }), 'a listener failed')
})
