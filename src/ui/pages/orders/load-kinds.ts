import { type Noun, ordersOf } from '../../app/noun.ts'
import type { OrderKinds } from './order-kind.ts'

/** Loads the kinds of order of nouns. */
export const loadOrderKinds = async (nouns: readonly Noun[]): Promise<OrderKinds> =>
  new Map(await Promise.all(ordersOf(nouns).map(async ({ kind, load }) => [kind, (await load()).order] as const)))
