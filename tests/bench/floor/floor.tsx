import { useMachine } from '@xstate/react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next, useTranslation } from 'react-i18next'
import ReconnectingWebSocket from 'reconnecting-websocket'
import { map, Observable } from 'rxjs'
import * as v from 'valibot'
import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { fromObservable, setup } from 'xstate'

/** The packages of the app's first screen with one trivial component: a bundle without our own code. */

const text = v.pipe(v.string(), v.minLength(1))
const socket = new ReconnectingWebSocket(() => location.href.replace(/^http/, 'ws'), [], { startClosed: true })
const message$ = new Observable<MessageEvent>((subscriber) => {
  socket.addEventListener('message', (message) => subscriber.next(message))
})
const machine = setup({
  actors: { words: fromObservable(() => message$.pipe(map(({ data }) => v.parse(text, data)))) },
}).createMachine({ invoke: { id: 'words', src: 'words' } })

function Words() {
  const { t } = useTranslation()
  const [snapshot] = useMachine(machine)
  return (
    <p>
      {t('app.name')} {snapshot.children.words?.getSnapshot().context}
    </p>
  )
}

await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { app: { name: 'Floor' } } } } })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <Router hook={useHashLocation}>
      <Route>
        <Words />
      </Route>
    </Router>,
  )
}
