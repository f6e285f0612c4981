import { createRoot } from 'react-dom/client'
import { createActor, fromPromise } from 'xstate'
import { deskActMachine } from '../machines/desk/deskAct.ts'
import { deskLookMachine } from '../machines/desk/deskLook.ts'
import { deskSessionMachine, type SignInForm } from '../machines/desk/deskSession.ts'
import { type Asked, type AtDesk, DeskError, type Done } from '../machines/desk/wire.ts'
import { startInspection } from '../ui/app/inspect.ts'
import type { Inspection } from '../ui/app/inspection.ts'
import '../ui/styles/tokens.css'
import '../ui/styles/index.css'
import { ask } from './ask.ts'
import { Desk } from './desk.tsx'
import { ToolsProvider } from './tools.ts'

/** The composition root of the desk: a separate page that shares only styles with the app. */
function compose(inspection: Inspection) {
  const session = createActor(
    deskSessionMachine.provide({
      actors: {
        readMe: fromPromise(() => ask<AtDesk>('me')),
        signIn: fromPromise(({ input }: { input: SignInForm }) => ask<void>('sign-in', input)),
        signOut: fromPromise(() => ask<void>('sign-out', {})),
      },
    }),
    inspection,
  ).start()
  const signedIn = (answer: Promise<Done>) =>
    answer.catch((error: unknown) => {
      if (error instanceof DeskError && error.signedOut) session.send({ type: 'desk.ended' })
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
    waiting: deskLookMachine.provide({ actors: { look: waiting } }),
    look: deskLookMachine.provide({ actors: { look: act } }),
    act: deskActMachine.provide({ actors: { act } }),
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
      <Desk />
    </ToolsProvider>,
  )
}
