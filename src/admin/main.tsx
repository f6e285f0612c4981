import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { inject } from '../machines/actors/call.ts'
import { adminSessionMachine } from '../machines/admin/adminSession.ts'
import { AdminError } from '../machines/admin/wire.ts'
import { startInspection } from '../ui/app/inspect.ts'
import type { Inspection } from '../ui/app/inspection.ts'
import '../ui/styles/tokens.css'
import '../ui/styles/index.css'
import { Admin } from './admin.tsx'
import { ask } from './ask.ts'
import { ToolsProvider } from './tools.ts'

/** The composition root of the admin console: a separate page that shares only styles with the app. */
function compose(inspection: Inspection) {
  const session = createActor(adminSessionMachine, inspection)
  inject({
    askAdmin: async (what, body, quiet) => {
      // A hidden page loads nothing: the author would see the message as read.
      if (quiet) await visible()
      try {
        return await ask(what, body)
      } catch (error) {
        if (error instanceof AdminError && error.signedOut) session.send({ type: 'admin.ended' })
        throw error
      }
    },
  })
  return { session: session.start(), inspection }
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
