import { expect, it } from 'vitest'
import { type AnyEventObject, createActor } from 'xstate'
import { NOTICES_MAX, type NoticeContent, noticeMachine } from '../../../src/machines/session/notice.ts'
import { testMachine } from '../kit/coverage.ts'

const saved: NoticeContent = { key: 'saved', tone: 'good' }
const limit: NoticeContent = { key: 'belowMinimum', params: { limit: '10', currency: 'USDT' }, tone: 'bad' }
const text: NoticeContent = { text: '系统维护中', tone: 'plain', link: { to: '/pages/order/trade', label: '收据' } }

/** What should be queued after these events, worked out the plain way. */
const expectedQueue = (events: readonly AnyEventObject[]) =>
  events.reduce<NoticeContent[]>((queue, event) => {
    if (event.type === 'notice.dismiss' || event.type.startsWith('xstate.after')) return queue.slice(1)
    if (event.type !== 'notice.show' || queue.at(-1) === event.notice) return queue
    const full = queue.length === NOTICES_MAX
    return [...queue.slice(0, 1), ...queue.slice(full ? 2 : 1), event.notice]
  }, [])

testMachine(noticeMachine, [
  {
    shows: 'shows notices one at a time, in order, and a repeated one once',
    events: [
      { type: 'notice.show', notice: saved },
      { type: 'notice.show', notice: limit },
      { type: 'notice.show', notice: text },
      { type: 'notice.dismiss' },
      { type: 'notice.hold' },
      { type: 'notice.release' },
    ],
    distinct: ({ queue }) => [queue.length, JSON.stringify({ ...queue.at(-1), id: 0 })],
    states: {
      '*': ({ snapshot, passed }) => {
        const { queue } = snapshot().context
        expect(queue.map(({ id: _, ...content }) => content)).toEqual(expectedQueue(passed))
        expect(new Set(queue.map(({ id }) => id)).size).toBe(queue.length)
        expect(snapshot().hasTag('visible')).toBe(queue.length > 0)
      },
      idle: ({ can }) => {
        expect(can({ type: 'notice.dismiss' })).toBe(false)
      },
      'showing.counting': ({ can, actor, snapshot }) => {
        expect(can({ type: 'notice.dismiss' })).toBe(true)
        const [timer] = Object.values(actor.system.getSnapshot()._scheduledEvents)
        const [shown] = snapshot().context.queue
        expect(timer?.delay).toBe(shown && 'text' in shown ? 8000 : 3000)
      },
      'showing.held': ({ can, actor }) => {
        expect([can({ type: 'notice.dismiss' }), can({ type: 'notice.release' })]).toEqual([true, true])
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)).toEqual([])
      },
    },
  },
])

it('notice: shows both of two that differ only by key or parameters', () => {
  const actor = createActor(noticeMachine).start()
  const said: NoticeContent[] = [saved, { ...saved, key: 'dataNotFound' }, limit, { ...limit, params: { limit: '20' } }]
  for (const notice of said) actor.send({ type: 'notice.show', notice })
  expect(actor.getSnapshot().context.queue).toHaveLength(said.length)
  actor.stop()
})
