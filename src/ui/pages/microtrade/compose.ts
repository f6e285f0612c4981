import i18next from 'i18next'
import { distinctUntilChanged, filter, map, Observable } from 'rxjs'
import * as v from 'valibot'
import type { Order } from '../../../api/trade/orders.ts'
import * as f from '../../../api/wire/fields.ts'
import {
  createCheckReceipt,
  createLoadFirstTrade,
  createLoadReceipt,
  createLoadTerms,
  createSubmitOrder,
  createWatchMarket,
} from '../../../machines/actors/microtrade.ts'
import { createLoadOrders } from '../../../machines/actors/orders.ts'
import { loadSha256 } from '../../../machines/actors/sha256.ts'
import { orderMachines } from '../../../machines/orders/kinds.ts'
import { resultOf } from '../../../machines/orders/life.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import { firstTradeMachine } from '../../../machines/trade/firstTrade.ts'
import {
  createMicrotradeDesk,
  type MicrotradeDeskOptions,
  type MicrotradeNews,
} from '../../../machines/trade/microtrade-desk.ts'
import { microtradeFormMachine } from '../../../machines/trade/microtradeForm.ts'
import { orderListMachine } from '../../../machines/trade/orderList.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import { createRunningOrders } from '../../../machines/trade/running-orders.ts'
import { forexNet } from '../../../rules/forex/figures.ts'
import { contractNet } from '../../../rules/lever/figures.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { netResult } from '../../../rules/microtrade/figures.ts'
import type { Deps } from '../../app/deps.ts'
import { keep, readKept } from '../../app/kept.ts'
import { formatAmount, formatPlain } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { holdOpen } from '../../forms/open-forms.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { langNow } from '../../i18n/index.ts'
import { ordersPlace, receiptPlace } from '../orders/orders-place.ts'

export function compose({
  client,
  loadCover,
  kept,
  notice,
  connection,
  running,
  quotes,
  serverTime,
  userId$,
  person$,
  watchAccount,
  seenOpenings,
  inspection,
}: Deps) {
  const lastStake = createLastStake(person$)
  const desk = createMicrotradeDesk({
    machine: microtradeFormMachine.provide({
      actors: {
        loadTerms: createLoadTerms(client, loadCover),
        submitOnce: submitOnceBy(createSubmitOrder(client)),
        watchMarket: createWatchMarket(quotes.tick$),
        watchAccount,
      },
    }),
    newRequestId,
    serverNow: serverTime.serverNow,
    userId$: person$,
    lastStake,
    inspection,
  })
  holdOpen(desk.pending$)
  desk.news$.subscribe((news) =>
    notice.send({ type: 'notice.show', notice: { text: wordsOf(news), tone: tones[news.type] } }),
  )
  const orders = createRunningOrders({
    machine: orderListMachine.provide({
      actors: { pagedList: pagedListBy(createLoadOrders(client)), watchAccount },
    }),
    inspection,
    userId$,
    connected$: new Observable<boolean>((subscriber) => {
      const listening = connection.subscribe((now) => subscriber.next(now.hasTag('fresh')))
      return () => listening.unsubscribe()
    }).pipe(
      distinctUntilChanged(),
      filter((fresh) => fresh),
      map(() => undefined),
    ),
  })
  running.add(
    orders.running$.pipe(
      map((all) => all.map(({ id, symbol }) => ({ id, name: pairOf(symbol), to: ordersPlace(instrumentOf(symbol)) }))),
    ),
  )
  orders.ended$.subscribe((order) => {
    if (desk.isShowing(order.symbol)) return
    const link = { to: receiptPlace(order), label: i18next.t('receipt.title') }
    notice.send({ type: 'notice.show', notice: { text: endOf(order), tone: 'plain', link } })
  })
  return {
    /** Pending purchases of timed options. */
    desk,
    /** Open options. */
    running$: orders.running$,
    past: orders.past,
    orderList: orderListMachine.provide({
      actors: { pagedList: pagedListBy(createLoadOrders(client, kept)), watchAccount },
    }),
    firstTrade: firstTradeMachine.provide({
      actors: { loadFirstTrade: createLoadFirstTrade(client, () => lastStake.read() !== undefined), watchAccount },
    }),
    receipt: receiptBy(createLoadReceipt(client), createCheckReceipt(loadSha256, seenOpenings.of)),
  }
}

const LAST_STAKE = 'stake'
const keptStake = v.object({ userId: f.id, currency: f.currency, seconds: v.number(), amount: f.amount })
const isKeptStake = (value: unknown): value is v.InferOutput<typeof keptStake> => v.is(keptStake, value)

/** The last stake of the signed-in user on this device; a session may end while the app is closed. */
function createLastStake(person$: Deps['person$']): MicrotradeDeskOptions['lastStake'] {
  let user: string | null = null
  person$.subscribe((person) => {
    user = person
    if (readKept(LAST_STAKE, isKeptStake)?.userId !== user) keep(LAST_STAKE, undefined)
  })
  return {
    read: () => {
      const kept = readKept(LAST_STAKE, isKeptStake)
      if (kept?.userId !== user) return undefined
      const { userId: _, ...last } = kept
      return last
    },
    keep: (last) => keep(LAST_STAKE, last && { userId: user, ...last }),
  }
}

const tones = { bought: 'good', refused: 'bad', unknown: 'plain' } as const

/** The outcome of an order whose page was left before its answer arrived. */
function wordsOf(news: MicrotradeNews): string {
  const pair = pairOf(news.symbol)
  if (news.type !== 'refused') return i18next.t(`microtrade.left.${news.type}`, { pair })
  return i18next.t('microtrade.left.refused', { pair, reason: news.refusal ? refusalText(news.refusal) : '' })
}

const netOf = (order: Exclude<Order, { kind: 'spot' }>) => {
  if (order.kind === 'lever') return contractNet(order)
  return order.kind === 'forex' ? forexNet(order) : netResult(order)
}

/** The result of an order. */
function endOf(order: Order): string {
  const { kind, symbol, state, currency } = order
  const words = `${pairOf(symbol)}: ${i18next.t(`orders.result.${state}`)}`
  if (kind === 'spot') {
    const { filled } = order
    const isFilled = order.averagePrice !== null
    return isFilled ? `${words} · ${formatPlain(filled, langNow())} ${instrumentOf(symbol).base}` : words
  }
  const net = netOf(order) ?? '0'
  const came = formatAmount(net, 'exact', currency, langNow(), { sign: true })
  const isDecided = resultOf(orderMachines[kind], state) !== 'returned'
  return `${words}${isDecided ? ` · ${came} ${currency}` : ''}`
}
