import { useState } from 'react'
import { Button } from '../parts/buttons/button.tsx'
import { Notice, type NoticeProps } from '../parts/page/notice.tsx'
import { StaleBar } from '../parts/page/stale-bar.tsx'
import { Empty, Failure, Skeleton } from '../parts/page/states.tsx'
import { TabBar } from '../parts/page/tab-bar.tsx'
import css from './preview.module.css'

const nothing = () => {}

export function StatesPreview() {
  const [notice, setNotice] = useState<NoticeProps['notice']>({
    id: 1,
    text: 'Wrong user name or password',
    tone: 'bad',
  })
  const [stale, setStale] = useState(true)
  return (
    <>
      <section className={css.section}>
        <h2 className={css.name}>States</h2>
        <Skeleton shapes={['hero', 'line', 'card', 'row', 'row', 'button']} />
        <Empty
          title="No open options"
          text="Options that you buy count down here."
          action={{ to: '/pages/market/index', label: 'See the markets' }}
        />
        <Failure
          title="The orders could not be loaded"
          text="Check your connection, then try again."
          onRetry={nothing}
        />
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Notice and connection</h2>
        <div className={css.pair}>
          <Button kind="quiet" onClick={() => setNotice({ id: Date.now(), text: 'Signed in', tone: 'good' })}>
            Notice
          </Button>
          <Button kind="quiet" onClick={() => setStale(!stale)}>
            Connection
          </Button>
        </div>
      </section>
      <StaleBar stale={stale} onRetry={() => setStale(false)} />
      <Notice notice={notice} onHold={nothing} onRelease={nothing} onDismiss={() => setNotice(undefined)} />
      <TabBar
        onPhone
        current="home"
        items={[
          { id: 'home', to: '/', label: 'Home', icon: 'home' },
          { id: 'markets', to: '/m', label: 'Markets', icon: 'markets' },
          { id: 'trade', to: '/t', label: 'Trade', icon: 'trade' },
          { id: 'arbitrage', to: '/r', label: 'Arbitrage', icon: 'arbitrage' },
          { id: 'assets', to: '/s', label: 'Assets', icon: 'assets' },
          { id: 'account', to: '/u', label: 'Account', icon: 'account' },
        ]}
      />
    </>
  )
}
