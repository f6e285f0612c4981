import { CompletedOrder } from '../microtrade/completed-order.tsx'
import { OpenRow } from '../microtrade/open-row.tsx'

/** How each kind of order is shown: as long as it is open, and once it has ended. A new kind is a line here. */
export const kinds = { microtrade: { Open: OpenRow, Ended: CompletedOrder } }
