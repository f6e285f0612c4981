import { createRoot } from 'react-dom/client'
import { EMPTY } from 'rxjs'
import { contractNetAt } from '../../../src/rules/lever/figures.ts'
import { createFrames } from '../../../src/streams/frame.ts'
import { createQuotes, type Quotes } from '../../../src/streams/quotes.ts'
import { ServicesProvider } from '../../../src/ui/app/services.ts'
import { startI18n } from '../../../src/ui/i18n/index.ts'
import { leverFacts } from '../../../src/ui/pages/lever/facts.tsx'
import { LiveProfit } from '../../../src/ui/pages/orders/live-profit.tsx'
import { OrderCards } from '../../../src/ui/pages/orders/order-card.tsx'
import { openSocket, servicesOf } from './alone.ts'
import { orders } from './contracts.ts'

/** The total and all cards, as on the Positions tab. */
export function renderPositions(root: HTMLElement, quotes: Pick<Quotes, 'quote$'>): void {
  createRoot(root).render(
    <ServicesProvider value={servicesOf({ quotes: quotes as Quotes })}>
      <p>
        <LiveProfit orders={orders} netAt={contractNetAt} />
      </p>
      <OrderCards facts={leverFacts} orders={orders} />
    </ServicesProvider>,
  )
}

/** The app's own cards, fed by its own socket and streams. */
export async function start(root: HTMLElement) {
  await startI18n()
  const { socket, serverTime } = openSocket()
  const frames = createFrames({
    requestAnimationFrame: (callback) => requestAnimationFrame(callback),
    cancelAnimationFrame: (handle) => cancelAnimationFrame(handle),
  })
  renderPositions(root, createQuotes({ socket, poll$: EMPTY, serverTime, frames }))
}
