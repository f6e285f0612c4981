import type { Order } from '../../../api/trade/orders.ts'
import type { Deps } from '../../app/deps.ts'
import { ofKind } from './order-kind.ts'

export async function compose({ orderKinds }: Deps) {
  const kinds = [...(await orderKinds())]
  const cards = new Map(
    await Promise.all(kinds.map(async ([kind, { cards }]) => [kind, (await cards()).cards] as const)),
  )
  return (kind: Order['kind']) => ofKind(cards, kind)
}
