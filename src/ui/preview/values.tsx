import { useMemo, useState } from 'react'
import { map, take } from 'rxjs'
import { useLabels } from '../i18n/index.ts'
import { Button } from '../parts/buttons/button.tsx'
import { Folded } from '../parts/lists/folded.tsx'
import { Card, Facts, List, Row } from '../parts/lists/list.tsx'
import { MessageRow } from '../parts/lists/message-row.tsx'
import { Change, LiveChange, Price, Spark } from '../parts/lists/price.tsx'
import { Progress } from '../parts/lists/progress.tsx'
import { QuoteLine } from '../parts/lists/quote-line.tsx'
import { SortHeader } from '../parts/lists/sort-header.tsx'
import { Steps } from '../parts/lists/steps.tsx'
import { SumTable } from '../parts/lists/sum-table.tsx'
import { TileLink, Tiles } from '../parts/lists/tiles.tsx'
import { TransferRow } from '../parts/lists/transfer-row.tsx'
import { CoinMark } from '../parts/marks/coin-mark.tsx'
import { CountdownRing } from '../parts/marks/countdown-ring.tsx'
import * as drawings from '../parts/marks/drawings.ts'
import { globe } from '../parts/marks/drawings.ts'
import { Icon, type IconName, iconNames } from '../parts/marks/icons.tsx'
import { Tag } from '../parts/marks/tag.tsx'
import { Callout } from '../parts/page/callout.tsx'
import { PaperBadge } from '../parts/page/header.tsx'
import { Hero } from '../parts/page/hero.tsx'
import { Skeleton } from '../parts/page/states.tsx'
import css from './preview.module.css'
import { ticking } from './ticking.ts'

const up = ['1', '1.2', '1.1', '1.5', '1.4', '1.8', '1.7', '2']
const now = () => Date.now()

const coins = [
  { code: 'BTC', title: 'BTC', name: 'Bitcoin', from: 4_318_250, open: '42277.85', state: 'live' },
  { code: 'SOL', title: 'SOL', name: 'Solana', from: 10_144, open: '104.79', state: 'live' },
  { code: 'BCH', title: 'BCH', name: 'Bitcoin Cash of a very long name', from: 24_860, open: '248.60', state: 'live' },
  { code: 'XAU', title: 'XAU/USD', name: 'Gold', from: 203_418, open: '2027.89', state: 'closed' },
  { code: 'ETH', title: 'ETH', name: 'Ethereum', from: 228_107, open: '2258.04', state: 'stale' },
] as const

function Coin({ code, title, name, from, open, state }: (typeof coins)[number]) {
  const quote$ = useMemo(() => {
    const live$ = ticking(from, open)
    return state === 'live'
      ? live$
      : live$.pipe(
          take(1),
          map((quote) => ({ ...quote, fresh: state === 'closed' })),
        )
  }, [from, open, state])
  return (
    <li>
      <QuoteLine
        mark={<CoinMark code={code} />}
        title={title}
        name={name}
        quote$={quote$}
        scale={2}
        spark={code === 'BTC' ? up : up.toReversed()}
        closed={state === 'closed'}
        age={state === 'stale' ? 18 : undefined}
        reconnecting
        to="/pages/kline/index"
      />
    </li>
  )
}

const columns = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'change', label: '24h' },
]

function Markets() {
  const [by, sort] = useState('change')
  return (
    <section className={css.section}>
      <h2 className={css.name}>Market rows: live, cut, closed, stale, loading</h2>
      <SortHeader label="Sort by" columns={columns} sorted={{ by, way: 'descending' }} onSort={sort} />
      <List label="Markets">
        {coins.map((coin) => (
          <Coin key={coin.code} {...coin} />
        ))}
      </List>
      <Skeleton shapes={['row']} />
    </section>
  )
}

export function ValuesPreview() {
  const { lang } = useLabels()
  const started = useMemo(() => Date.now(), [])
  const quote$ = useMemo(() => ticking(4_318_250, '42277.85'), [])
  return (
    <>
      <section className={css.section}>
        <h2 className={css.name}>Hero, price and change ({lang})</h2>
        <Hero label="Total equity" unit="USDT" note={<Change percent="1.50" arrow />}>
          12,480.36
        </Hero>
        <Hero note={<LiveChange quote$={quote$} arrow />} inline>
          <Price quote$={quote$} scale={2} />
        </Hero>
        <div className={css.line}>
          <Change percent="2.14" />
          <Change percent="-3.20" arrow />
          <Change percent="0.00" />
          <PaperBadge />
          <Spark values={up} />
        </div>
        <div className={css.line}>
          <Tag tone="rise">Long 20×</Tag>
          <Tag tone="fall">Short 10×</Tag>
          <Tag tone="good">5 of 5</Tag>
          <Tag tone="bad">Failed</Tag>
          <Tag tone="warn">Closing</Tag>
          <Tag>Spot</Tag>
        </div>
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Stat lines</h2>
        <Facts
          facts={[
            { term: 'Notional', value: '3,972.79 USDT' },
            {
              term: 'Liquidation price, as of the last recorded mark price of this market',
              value: '40,768.95 · −5.59%',
            },
            { term: 'Funding rate', value: '0.0100% · 10.95% a year' },
            { term: 'Rule', value: 'The last recorded tick at or before its due time decides' },
            { term: 'Order ID', value: '0197c1b2-77aa-7d31-9e0c-3f8a2c0f71d4' },
          ]}
        />
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Message row</h2>
        <List label="Messages">
          <li>
            <MessageRow
              icon="trade"
              title="BTC/USDT Long closed"
              detail="Stop loss at 42,800.00. Receipt verified."
              time="15:27"
              result={<span className="fall">−12.65</span>}
              unread="Unread"
              onClick={() => {}}
            />
          </li>
          <li>
            <MessageRow
              icon={drawings.bell}
              title="BTC/USDT above 43,126.09, a title that is longer than its line and is cut"
              detail="A detail that is longer than one line goes on in a second, and what is longer than two is cut there, however much it says."
              time="15:24"
              onClick={() => {}}
            />
          </li>
          <li>
            <MessageRow icon={drawings.kyc} title="Identity verified" time="15:08" onClick={() => {}} />
          </li>
        </List>
      </section>
      <Markets />
      <section className={css.section}>
        <h2 className={css.name}>Sums, progress and notes</h2>
        <Card>
          <SumTable
            label="How it adds up"
            columns={['Invited', 'Share', 'You']}
            rows={[
              { id: '1', name: 'Level 1', note: '2 invited by you', cells: ['5%', '1.89'] },
              { id: '2', name: 'Level 2', note: '3 invited by them', cells: ['3%', '1.14'] },
            ]}
            total={{ name: 'Total', value: '3.03' }}
          />
          <Progress label="Day 4 of 30" value={4} max={30} start="Day 4 of 30" middle="12 blocks" end="26 days left" />
          <Progress label="Nothing yet" value={0} max={30} />
        </Card>
        <Folded framed title="Orders of the strategy: 3">
          <p>Each of them</p>
        </Folded>
        <Callout>A short note.</Callout>
        <Callout tone="paper" action={<Button kind="plain">Use a sample</Button>}>
          Paper money: nothing is paid.
        </Callout>
        <Callout tone="bad">The server could not be reached.</Callout>
        <TransferRow
          amount="500.00 USDT"
          state="Arrived"
          tone="good"
          notes={['Arbitrum One']}
          steps={[{ id: 'a', title: 'Submitted', state: 'done', at: 1_767_225_600 }]}
        />
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Steps</h2>
        <Card>
          <Steps
            label="Steps"
            steps={[
              { id: 'a', title: 'Submitted', state: 'done', at: 1_767_225_600 },
              {
                id: 'w',
                title: 'Cold wallet',
                state: 'done',
                note: 'Arbitrum One · 0x71C7…976F',
                aside: <Button kind="plain">Change</Button>,
              },
              { id: 'b', title: 'Approved', state: 'now', note: 'Within 24 hours', content: <Button>Continue</Button> },
              { id: 'c', title: 'Arrived', state: 'toCome' },
            ]}
          />
          <Steps
            label="Steps of another"
            steps={[
              { id: 'a', title: 'Submitted', state: 'done', at: 1_767_225_600 },
              {
                id: 'b',
                title: 'Rejected',
                state: 'stopped',
                at: 1_767_225_660,
                note: 'The address is another person’s',
              },
            ]}
          />
        </Card>
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Tiles, rows and cards</h2>
        <Tiles label="Actions">
          <TileLink to="/a" icon={drawings.deposit}>
            Deposit
          </TileLink>
          <TileLink to="/b" icon={drawings.withdraw}>
            Withdraw
          </TileLink>
          <TileLink to="/c" icon={drawings.swap}>
            Swap
          </TileLink>
          <TileLink to="/d" icon={drawings.loan}>
            Loan
          </TileLink>
        </Tiles>
        <Card title="Receipt">
          <Facts
            facts={[
              { term: 'Opened at', value: '43,182.50' },
              { term: 'Settled at', value: '43,190.10' },
            ]}
          />
        </Card>
        <Card menu>
          <Row leading={<Icon name={globe} />} title="Language" value="English" arrow to="/pages/me/language" />
          <Row
            leading={<Icon name={drawings.moon} />}
            title="Theme"
            subtitle="As the system has it"
            arrow
            onClick={() => {}}
          />
          <Row leading={<Icon name={drawings.signOut} />} title="Sign out" onClick={() => {}} />
        </Card>
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Countdown and icons</h2>
        <div className={css.line}>
          <CountdownRing from={started} until={started + 30_000} serverNow={now} />
          <CountdownRing from={started} until={started + 90_000} serverNow={now} large />
          <CountdownRing from={started - 1000} until={started - 500} serverNow={now} />
        </div>
        <div className={css.line}>
          {[...iconNames, ...Object.values(drawings)].map((name: IconName) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </section>
    </>
  )
}
