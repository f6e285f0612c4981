import { createRoot } from 'react-dom/client'
import { EMPTY } from 'rxjs'
import { Router } from 'wouter'
import { createFrames } from '../../../src/streams/frame.ts'
import { createQuotes } from '../../../src/streams/quotes.ts'
import { ServicesProvider } from '../../../src/ui/app/services.ts'
import { startI18n } from '../../../src/ui/i18n/index.ts'
import { QuoteRow } from '../../../src/ui/pages/market/quote-row.tsx'
import { List } from '../../../src/ui/parts/lists/list.tsx'
import { useHashPath } from '../../../src/ui/router/router.ts'
import { openSocket, servicesOf } from './alone.ts'
import { instruments } from './market.ts'

/** The app's own rows, fed by its own socket and streams. */
export async function start(root: HTMLElement) {
  await startI18n()
  const { socket, serverTime } = openSocket()
  const frames = createFrames({
    requestAnimationFrame: (callback) => requestAnimationFrame(callback),
    cancelAnimationFrame: (handle) => cancelAnimationFrame(handle),
  })
  const quotes = createQuotes({ socket, poll$: EMPTY, serverTime, frames })
  createRoot(root).render(
    <ServicesProvider value={servicesOf({ quotes })}>
      <Router hook={useHashPath}>
        <List label="Markets">
          {instruments.map((instrument) => (
            <QuoteRow key={instrument.symbol} instrument={instrument} />
          ))}
        </List>
      </Router>
    </ServicesProvider>,
  )
}
