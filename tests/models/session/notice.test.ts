import { expect, it } from 'vitest'
import { type AnyEventObject, createActor } from 'xstate'
import {
  NOTICE_LINK_MS,
  NOTICE_MS,
  NOTICES_MAX,
  type NoticeContent,
  noticeMachine,
  noticeText,
} from '../../../src/machines/session/notice.ts'
import { testMachine } from '../kit/coverage.ts'

const saved: NoticeContent = { key: 'saved', tone: 'good' }
const limit: NoticeContent = { key: 'belowMinimum', params: { limit: '10', currency: 'USDT' }, tone: 'bad' }
const text: NoticeContent = { text: '系统维护中', tone: 'plain', link: { to: '/pages/order/trade', label: '收据' } }

const fill: NoticeContent = {
  text: 'BTC / USDT: 成交',
  tone: 'plain',
  group: { id: 'strategy-1', text: '网格 BTC / USDT · # 笔成交' },
}
const liquidated: NoticeContent = { text: 'BTC / USDT: 已强制平仓 · −202.00 USDT', tone: 'bad', stays: true }
const refused: NoticeContent = { key: 'marketClosed', tone: 'bad', stays: true }

type Told = { content: NoticeContent; count: number }

/** The expected notice after these events, computed in the simplest way. */
const expected = (events: readonly AnyEventObject[]) =>
  events.reduce<{ queue: Told[]; banners: NoticeContent[] }>(
    ({ queue, banners }, { type, notice }) => {
      if (type === 'banner.dismiss') return { queue, banners: banners.slice(1) }
      if (type === 'notice.dismiss' || type.startsWith('xstate.after')) return { queue: queue.slice(1), banners }
      if (type !== 'notice.show') return { queue, banners }
      if (notice.stays) return { queue, banners: banners.includes(notice) ? banners : [...banners, notice] }
      const same = queue.findIndex(({ content }) => content === notice)
      if (notice.group && same >= 0) {
        return { queue: queue.with(same, { content: notice, count: (queue[same]?.count ?? 0) + 1 }), banners }
      }
      if (queue.at(-1)?.content === notice) return { queue, banners }
      const full = queue.length === NOTICES_MAX
      return { queue: [...queue.slice(0, 1), ...queue.slice(full ? 2 : 1), { content: notice, count: 1 }], banners }
    },
    { queue: [], banners: [] },
  )

testMachine(noticeMachine, [
  {
    shows: 'shows toasts one at a time, in order, a repeated one once, those of a group as one, and keeps each banner',
    events: [
      { type: 'notice.show', notice: saved },
      { type: 'notice.show', notice: text },
      { type: 'notice.show', notice: fill },
      { type: 'notice.show', notice: liquidated },
      { type: 'notice.dismiss' },
      { type: 'banner.dismiss' },
      { type: 'notice.hold' },
      { type: 'notice.release' },
      { type: 'notice.viewLoaded' },
    ],
    distinct: ({ queue, banners, hasView }) => {
      const fills = queue.findIndex((each) => 'group' in each)
      const { id: _, count: __, ...last } = queue.at(-1) ?? { id: 0, count: 0 }
      return [queue.length, JSON.stringify(last), fills, (queue[fills]?.count ?? 0) > 1, banners.length, hasView]
    },
    states: {
      '*': ({ snapshot, passed, can }) => {
        const { queue, banners } = snapshot().context
        const known = expected(passed)
        expect(queue.map(({ id: _, count, ...content }) => ({ content, count }))).toEqual(known.queue)
        expect(banners.map(({ id: _, count: __, ...content }) => content)).toEqual(known.banners)
        expect(new Set([...queue, ...banners].map(({ id }) => id)).size).toBe(queue.length + banners.length)
        const hasView = passed.some(({ type }) => type === 'notice.viewLoaded')
        expect(snapshot().hasTag('visible')).toBe(queue.length > 0 && hasView)
        expect(can({ type: 'banner.dismiss' })).toBe(banners.length > 0)
      },
      idle: ({ can }) => {
        expect(can({ type: 'notice.dismiss' })).toBe(false)
      },
      'showing.waiting': ({ can, actor }) => {
        expect(can({ type: 'notice.hold' })).toBe(false)
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)).toEqual([])
      },
      'showing.counting': ({ can, actor, snapshot }) => {
        expect(can({ type: 'notice.dismiss' })).toBe(true)
        const [timer] = Object.values(actor.system.getSnapshot()._scheduledEvents)
        const [shown] = snapshot().context.queue
        expect(timer?.delay).toBe(shown && 'text' in shown && shown.link ? NOTICE_LINK_MS : NOTICE_MS)
      },
      'showing.held': ({ can, actor }) => {
        expect([can({ type: 'notice.dismiss' }), can({ type: 'notice.release' })]).toEqual([true, true])
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)).toEqual([])
      },
    },
  },
])

it('notice: fills never push a liquidation out, and those of one strategy are one line', () => {
  const actor = createActor(noticeMachine).start()
  const bought = (n: number): NoticeContent => ({ text: `BTC / USDT: Filled · ${n} BTC`, tone: 'plain' })
  actor.send({ type: 'notice.show', notice: liquidated })
  for (let n = 0; n < 50; n++) actor.send({ type: 'notice.show', notice: bought(n) })
  for (let n = 0; n < 4; n++) actor.send({ type: 'notice.show', notice: fill })
  const { queue, banners } = actor.getSnapshot().context
  expect(banners).toMatchObject([liquidated])
  actor.send({ type: 'notice.show', notice: refused })
  actor.send({ type: 'banner.dismiss' })
  expect(actor.getSnapshot().context.banners).toMatchObject([refused])
  expect(queue).toHaveLength(NOTICES_MAX)
  const last = queue.at(-1)
  expect(last && 'text' in last && noticeText(last)).toBe('网格 BTC / USDT · 4 笔成交')
  actor.stop()
})

it('notice: a fill of a strategy shows the latest, and its time begins again', () => {
  const actor = createActor(noticeMachine).start()
  actor.send({ type: 'notice.viewLoaded' })
  actor.send({ type: 'notice.show', notice: fill })
  const first = actor.getSnapshot().context.queue[0]?.id
  actor.send({ type: 'notice.hold' })
  actor.send({ type: 'notice.show', notice: fill })
  expect(actor.getSnapshot().value).toEqual({ showing: 'held' })
  expect(actor.getSnapshot().context.queue).toMatchObject([{ count: 2 }])
  expect(actor.getSnapshot().context.queue[0]?.id).not.toBe(first)
  actor.stop()
})

it('notice: shows both of two that differ only by key or parameters', () => {
  const actor = createActor(noticeMachine).start()
  const said: NoticeContent[] = [saved, { ...saved, key: 'dataNotFound' }, limit, { ...limit, params: { limit: '20' } }]
  for (const notice of said) actor.send({ type: 'notice.show', notice })
  expect(actor.getSnapshot().context.queue).toHaveLength(said.length)
  actor.stop()
})
