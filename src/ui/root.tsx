import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { currentPlace, navigate, placeOf } from './hash.ts'
import { messageText } from './i18n/index.ts'
import { Notice } from './parts/notice.tsx'
import { StaleBar } from './parts/stale-bar.tsx'
import { FROZEN, LOGIN, TIP_WALLET } from './routes.ts'
import { type Services, ServicesProvider, useServices } from './services.ts'
import { Shell, type ShellProps } from './shell.tsx'

/** The whole interface, on what the composition root hands in. */
export const Root = ({ services }: { services: Services }) => (
  <ServicesProvider value={services}>
    <App />
  </ServicesProvider>
)

function App() {
  const { session } = useServices()
  const status = useSelector(session, (now): ShellProps['session'] => {
    if (now.hasTag('launching')) return 'unknown'
    return now.hasTag('signedIn') ? 'signedIn' : 'signedOut'
  })
  const belongsAt = useSelector(session, (now) => {
    if (now.hasTag('frozen')) return FROZEN
    if (now.hasTag('tip')) return TIP_WALLET
    return now.hasTag('login') ? LOGIN : undefined
  })
  useEffect(() => {
    const place = currentPlace()
    if (belongsAt === undefined || place.startsWith(belongsAt)) return
    navigate(placeOf(belongsAt, { next: place === '/' ? undefined : place }))
  }, [belongsAt])
  return (
    <Shell session={status} signInAt={belongsAt ?? LOGIN}>
      <Connection />
      <Notices />
    </Shell>
  )
}

function Connection() {
  const { connection } = useServices()
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  return <StaleBar stale={interrupted} onRetry={() => connection.send({ type: 'connection.retry' })} />
}

function Notices() {
  const { notice } = useServices()
  const shown = useSelector(notice, ({ context }) => context.queue[0])
  return (
    <Notice
      notice={
        shown && {
          id: shown.id,
          text: 'key' in shown ? messageText(shown.key, shown.params) : shown.text,
          tone: shown.tone,
        }
      }
      onHold={() => notice.send({ type: 'notice.hold' })}
      onRelease={() => notice.send({ type: 'notice.release' })}
      onDismiss={() => notice.send({ type: 'notice.dismiss' })}
    />
  )
}
