import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect } from 'react'
import { useLatest } from './bind.ts'
import { currentPlace, navigate, placeOf } from './hash.ts'
import { messageText } from './i18n/index.ts'
import { PageBoundary } from './parts/lazy-page.tsx'
import { LoadingLine } from './parts/loading-line.tsx'
import { Notice } from './parts/notice.tsx'
import { StaleBar } from './parts/stale-bar.tsx'
import { FROZEN, LOGIN, safeNext, TIP_WALLET } from './routes.ts'
import { type Services, ServicesProvider, useServices } from './services.ts'
import { Shell } from './shell.tsx'

/** The whole interface, on what the composition root hands in. */
export const Root = ({ services }: { services: Services }) => (
  <PageBoundary onRetry={() => location.reload()}>
    <ServicesProvider value={services}>
      <App />
    </ServicesProvider>
  </PageBoundary>
)

function App() {
  const { session } = useServices()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
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
  useEffect(() => {
    const [path = '', search = ''] = currentPlace().split('?')
    if (!signedIn || ![LOGIN, TIP_WALLET, FROZEN].includes(path)) return
    navigate(safeNext(new URLSearchParams(search).get('next')) ?? '/', { replace: true })
  }, [signedIn])
  return (
    <Shell signedIn={signedIn} signInAt={belongsAt ?? LOGIN}>
      <Connection />
      <Loading />
      <Notices />
      <Wallets />
    </Shell>
  )
}

const WalletChoice = lazy(() => import('./wallet-choice.tsx'))

/** Several wallets, one to be chosen: on whatever page that happens. Its code is loaded when it first does. */
function Wallets() {
  const { session } = useServices()
  const choosing = useSelector(session, (now) => now.hasTag('choosing'))
  return <Suspense fallback={null}>{choosing && <WalletChoice />}</Suspense>
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

function Loading() {
  const { loading$ } = useServices()
  return <LoadingLine loading={useLatest(loading$, false)} />
}
