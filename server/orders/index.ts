export {
  type Crossing,
  kindsOf,
  type Move,
  type OrderKind,
  type OrderOnWire,
  type OrderRow,
  type Posting,
  type Trigger,
} from '../order-kind.ts'
export { historyOf, orderCapability, orders } from './capability.ts'
export { coinsOf, coverageOf } from './coverage.ts'
export {
  cutAtGaps,
  endsOf,
  gapProofsOf,
  gapStretchesOf,
  gapsOf,
  type KeptTick,
  type LimitedGap,
  limitedCheck,
  withGap,
} from './gaps.ts'
export { tradedIn } from './kept-sums.ts'
export { moveOrder, placeOrder } from './order.ts'
export { haltedBy, haltSwitch, haltsBy, type Switch, type Switched, switchCommands, switchedOf } from './switches.ts'
export { COUNTED_MAX, type Filter, liveOf, orderOf, ordersOf, unsettledOf } from './table.ts'
export { knowOrder, orderAhead, ownOrder } from './writes.ts'
