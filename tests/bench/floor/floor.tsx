import { useMachine } from '@xstate/react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next, useTranslation } from 'react-i18next'
import { interval, map } from 'rxjs'
import * as v from 'valibot'
import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { fromObservable, setup } from 'xstate'

/** The packages of the app's first screen, with one trivial component: what remains of a bundle when nothing is ours. */

const count = v.pipe(v.number(), v.integer())
const machine = setup({
  actors: { seconds: fromObservable(() => interval(1000).pipe(map((n) => v.parse(count, n)))) },
}).createMachine({ invoke: { id: 'seconds', src: 'seconds' } })

function Count() {
  const { t } = useTranslation()
  const [snapshot] = useMachine(machine)
  return (
    <p>
      {t('app.name')} {snapshot.children.seconds?.getSnapshot().context}
    </p>
  )
}

await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { app: { name: 'Floor' } } } } })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <Router hook={useHashLocation}>
      <Route>
        <Count />
      </Route>
    </Router>,
  )
}
