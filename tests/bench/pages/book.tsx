import { createRoot } from 'react-dom/client'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { createRecordedTicks, type RecordedTicks } from '../../../src/streams/recordedTicks.ts'
import { createTapes, type Tapes } from '../../../src/streams/tapes.ts'
import { ServicesProvider } from '../../../src/ui/app/services.ts'
import { startI18n } from '../../../src/ui/i18n/index.ts'
import { OrderBook } from '../../../src/ui/pages/market/order-book.tsx'
import { Tape } from '../../../src/ui/pages/market/tape.tsx'
import { openSocket, servicesOf } from './alone.ts'
import { SYMBOL } from './written.ts'

/** Both together; the app's page shows one at a time. */
export function renderBook(root: HTMLElement, market: { recorded: RecordedTicks; tapes: Tapes }): void {
  createRoot(root).render(
    <ServicesProvider value={servicesOf({}, { market })}>
      <OrderBook symbol={SYMBOL} />
      <Tape instrument={instrumentOf(SYMBOL)} />
    </ServicesProvider>,
  )
}

/** The app's own book and tape, fed by its own socket and streams. */
export async function start(root: HTMLElement) {
  await startI18n()
  const { socket } = openSocket()
  const recorded = createRecordedTicks(socket)
  renderBook(root, { recorded, tapes: createTapes(socket, recorded) })
}
