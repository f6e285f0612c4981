import type { Noun } from '../../app/noun.ts'
import { microtrade } from './part.ts'

export const noun: Noun = {
  order: { kind: 'microtrade', part: microtrade, load: () => import('./order.ts') },
}
