import type { Order } from '../../../../src/api/trade/orders.ts'
import type { Noun } from '../../../../src/ui/app/noun.ts'
import { common } from '../../../../src/ui/app/part.ts'
import { page } from '../../../../src/ui/router/route.ts'

/** The app's half of a reservation. Its texts are those of all nouns. */
export const reservationNoun: Noun = {
  routes: [
    {
      path: '/pages/reservation/index',
      page: page(() => import('./cards.tsx').then(({ ReservationPage }) => ReservationPage)),
      parts: [common],
      title: 'tab.trade',
    },
  ],
  order: { kind: 'reservation' as Order['kind'], part: common, load: () => import('./order.ts') },
}
