import type { Noun } from '../../app/noun.ts'
import { lever } from './part.ts'

export const noun: Noun = {
  order: { kind: 'lever', part: lever, load: () => import('./order.ts') },
}
