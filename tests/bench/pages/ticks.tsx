import { createRoot } from 'react-dom/client'
import { EMPTY, NEVER } from 'rxjs'
import { Router } from 'wouter'
import { createFrames } from '../../../src/streams/frame.ts'
import { createQuotes } from '../../../src/streams/quotes.ts'
import { createServerTime } from '../../../src/streams/serverTime.ts'
import { createSocket } from '../../../src/streams/socket.ts'
import { useHashPath } from '../../../src/ui/hash.ts'
import { startI18n } from '../../../src/ui/i18n/index.ts'
import { QuoteRow } from '../../../src/ui/pages/market/quote-row.tsx'
import { List } from '../../../src/ui/parts/list.tsx'
import { type Services, ServicesProvider } from '../../../src/ui/services.ts'
import { instruments } from './market.ts'

/** The app's own rows, fed by its own socket and streams. */
export async function start(root: HTMLElement) {
  await startI18n()
  const serverTime = createServerTime(Date.now)
  const frames = createFrames({
    requestAnimationFrame: (callback) => requestAnimationFrame(callback),
    cancelAnimationFrame: (handle) => cancelAnimationFrame(handle),
  })
  const socket = createSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/`,
    WebSocket,
    getToken: () => null,
    random: Math.random,
    serverTime,
    wake$: NEVER,
  })
  const quotes = createQuotes({ socket, poll$: EMPTY, serverTime, frames })
  // The rows use nothing else.
  const services = { quotes } as Services
  createRoot(root).render(
    <ServicesProvider value={services}>
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
