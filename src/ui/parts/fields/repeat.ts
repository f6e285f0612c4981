import { type Subscription, timer } from 'rxjs'

/** How long a button is held before it repeats, and how often it then does. */
const HOLD_MS = { first: 400, next: 80 }

/** Acts while a button is held. */
export const repeat = (act: () => void): Subscription => timer(HOLD_MS.first, HOLD_MS.next).subscribe(act)
