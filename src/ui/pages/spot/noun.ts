import type { Noun } from '../../app/noun.ts'
import { spot } from './part.ts'

export const noun: Noun = {
  order: { kind: 'spot', part: spot, load: () => import('./order.ts') },
}
