import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { EMPTY } from 'rxjs'
import { expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { Order } from '../../src/api/trade/orders.ts'
import { inject } from '../../src/machines/actors/call.ts'
import { nouns } from '../../src/nouns.ts'
import type { Deps } from '../../src/ui/app/deps.ts'
import { compose } from '../../src/ui/pages/orders/compose.ts'
import { compose as composeCards } from '../../src/ui/pages/orders/compose-cards.ts'
import { compose as composeTickets } from '../../src/ui/pages/orders/compose-tickets.ts'
import { loadOrderKinds } from '../../src/ui/pages/orders/load-kinds.ts'
import { routesOf } from '../../src/ui/router/routes.ts'
import { reservationNoun } from '../server/orders/reservation/noun.ts'

const listed = [...nouns, reservationNoun]

const orderOf = (id: string, state: string) =>
  ({ kind: 'reservation', id, symbol: 'BTCUSDT', currency: 'USDT', state, list: 1, version: 1 }) as unknown as Order

const deps = {
  orderKinds: () => loadOrderKinds(listed),
  ...{ connection: EMPTY, running: { add: () => {} }, inspection: {}, userId$: EMPTY },
} as unknown as Deps

inject({
  client: { call: async () => ({ type: 'ok', code: 1, message: [orderOf('order-0001', 'consumed')] }) } as never,
  kept: {
    orKept: async (_: unknown, __: unknown, ask: () => Promise<unknown>) => ({ value: await ask(), asOf: null }),
  } as never,
  ...{ account: { event$: EMPTY, missed$: EMPTY }, orderKinds: new Set<string>() },
})

it('nouns: a kind of order that is only listed has its page, and pages of all kinds wait for its part', async () => {
  const routes = routesOf(listed)
  const route = routes.find(({ path }) => path === '/pages/reservation/index')
  const loaded = new Promise<void>((resolve) => route?.page.subscribe(resolve))
  route?.page.load()
  await loaded
  await expect.poll(() => route?.page.now().type).toBe('ready')
  const page = route?.page.now()
  if (page?.type !== 'ready') throw new Error('its page is not there')
  expect(renderToStaticMarkup(createElement(page.value))).toBe('<h1>Reservations</h1>')
  const ofKinds = routes.filter((each) => each.ofKinds)
  expect(ofKinds.length).toBeGreaterThan(0)
  for (const { parts } of ofKinds) expect(parts).toContain(reservationNoun.order?.part)
})

it('nouns: an order of a kind that is only listed is in the lists, by its result, and is drawn by its card', async () => {
  const { orderList } = await compose(deps)
  const list = createActor(orderList, { input: { list: 1, result: 'lost' } }).start()
  await waitFor(list, ({ context }) => context.orders.length > 0)
  list.send({ type: 'account.order', order: orderOf('order-0002', 'consumed') })
  list.send({ type: 'account.order', order: orderOf('order-0003', 'released') })
  const { orders } = list.getSnapshot().context
  expect(orders.map(({ id }) => id)).toEqual(['order-0002', 'order-0001'])
  const cardsOf = await composeCards(deps)
  const drawn = orders.map((order) =>
    renderToStaticMarkup(createElement(cardsOf(order.kind).Ended, { order, onReceipt: () => {} })),
  )
  expect(drawn[0]).toBe('<p id="order-0002">BTCUSDT consumed</p>')
})

it('nouns: a kind of order that is only listed is started by its ticket, after those of other kinds', async () => {
  const tickets = await composeTickets(deps)
  const others = nouns.flatMap(({ order }) => order?.kind ?? [])
  expect(others).toEqual(expect.arrayContaining(['microtrade', 'lever', 'spot', 'forex']))
  expect(tickets.map(({ kind }) => kind)).toEqual([...others, 'reservation'])
  expect(tickets.at(-1)).toMatchObject({ name: 'tab.trade', symbols: ['BTCUSDT'] })
})
