import { createRoot } from 'react-dom/client'
import { createActor, fromPromise } from 'xstate'
import { adminActMachine } from '../machines/admin/adminAct.ts'
import { adminSessionMachine, type SignInForm } from '../machines/admin/adminSession.ts'
import { adminViewMachine } from '../machines/admin/adminView.ts'
import { AdminError, type Asked, type Done, type Operator } from '../machines/admin/wire.ts'
import { startInspection } from '../ui/app/inspect.ts'
import type { Inspection } from '../ui/app/inspection.ts'
import '../ui/styles/tokens.css'
import '../ui/styles/index.css'
import { Admin } from './admin.tsx'
import { ask } from './ask.ts'
import { ToolsProvider } from './tools.ts'

/** The composition root of the admin console: a separate page that shares only styles with the app. */
function compose(inspection: Inspection) {
  const session = createActor(
    adminSessionMachine.provide({
      actors: {
        readMe: fromPromise(() => ask<Operator>('me')),
        signIn: fromPromise(({ input }: { input: SignInForm }) => ask<void>('sign-in', input)),
        signOut: fromPromise(() => ask<void>('sign-out', {})),
      },
    }),
    inspection,
  ).start()
  const signedIn = (answer: Promise<Done>) =>
    answer.catch((error: unknown) => {
      if (error instanceof AdminError && error.signedOut) session.send({ type: 'admin.ended' })
      throw error
    })
  const act = fromPromise(async ({ input }: { input: Asked }) => {
    // A hidden page loads nothing: the author would see the message as read.
    if (input.quiet) await visible()
    return signedIn(ask<Done>('act', input))
  })
  const waiting = fromPromise<Done, Asked>(async () => {
    await visible()
    return signedIn(ask<Done>('waiting'))
  })
  return {
    session,
    inspection,
    waiting: adminViewMachine.provide({ actors: { look: waiting } }),
    look: adminViewMachine.provide({ actors: { look: act } }),
    act: adminActMachine.provide({ actors: { act } }),
  }
}

/** Resolves once the page is visible. */
const visible = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    look()
  })

const inspection = import.meta.env.DEV && location.search.includes('inspect') ? await startInspection() : {}
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <ToolsProvider value={compose(inspection)}>
      <Admin />
    </ToolsProvider>,
  )
}
