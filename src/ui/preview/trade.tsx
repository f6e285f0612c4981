import { useState } from 'react'
import { Button } from '../parts/buttons/button.tsx'
import { FilterBar } from '../parts/lists/filter-bar.tsx'
import { PositionCard, PositionLine } from '../parts/lists/position-card.tsx'
import { StatGroup } from '../parts/lists/stat-group.tsx'
import { RowAction, Table } from '../parts/lists/table.tsx'
import { CoinMark } from '../parts/marks/coin-mark.tsx'
import { CountdownRing } from '../parts/marks/countdown-ring.tsx'
import { Tag } from '../parts/marks/tag.tsx'
import { Banner } from '../parts/page/notice.tsx'
import css from './preview.module.css'

const nothing = () => {}
const now = () => Date.now()

const stats = [
  { term: 'Entry', value: '42,690.00' },
  { term: 'Mark', value: '43,182.50' },
  { term: 'Liq. price', value: <span className="warn">40,768.95</span> },
  { term: 'Margin', value: '196.37' },
]
const actions = [
  { label: 'TP/SL', onClick: nothing },
  { label: 'Add margin', onClick: nothing },
  { label: 'Close', onClick: nothing },
]
const live = (element: HTMLDivElement | null) => {
  element?.style.setProperty('--from', '0.56')
  element?.style.setProperty('--to', '0.7')
  element?.style.setProperty('--now', '0.7')
  element?.setAttribute('data-fresh', 'true')
}
const line = (
  <PositionLine
    ref={live}
    points={[
      { name: 'liquidation', at: 0, label: 'Liq. −5.59%' },
      { name: 'stop', at: 0.48, label: 'SL −1.81%' },
      { name: 'entry', at: 0.56 },
      { name: 'profit', at: 1, label: 'TP +2.36%' },
    ]}
  />
)
const bitcoin = {
  leading: <CoinMark code="BTC" />,
  title: 'BTC / USDT',
  tag: <Tag tone="rise">Long 20×</Tag>,
  figure: <span className="rise">+45.31</span>,
  size: '0.0920 BTC',
  notional: '3,972.79 USDT',
}

const rows = [
  { id: 'a', market: 'BTC / USDT', size: '0.0920 BTC', entry: '42,690.00', profit: '+45.31' },
  { id: 'b', market: 'ETH / USDT', size: '1.2000 ETH', entry: '2,268.40', profit: '−15.20' },
]

/** What trading pages are made of. */
export function TradePreview() {
  const [from] = useState(now)
  const [filters, setFilters] = useState(['Contracts', 'BTC / USDT', 'Long'])
  return (
    <>
      <section className={css.section}>
        <h2 className={css.name}>Stat group and filter</h2>
        <StatGroup
          stats={[
            { term: 'Unrealised P&L', value: <span className="rise">+34.31 · +5.12%</span> },
            { term: 'Margin used', value: '670.62 · 22.8%' },
            { term: 'Available', value: '2,140.00' },
          ]}
        />
        <FilterBar
          label="Filter"
          active={filters.map((label) => ({
            id: label,
            label,
            removeLabel: `Remove ${label}`,
            onRemove: () => setFilters(filters.filter((each) => each !== label)),
          }))}
          onOpen={() => setFilters(['Contracts', 'BTC / USDT', 'Long'])}
          trailing={
            <Button kind="plain" small onClick={nothing}>
              Close all
            </Button>
          }
        />
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Position card</h2>
        <PositionCard
          {...bitcoin}
          note={<span className="rise">ROE +23.07%</span>}
          line={line}
          stats={stats}
          actions={actions}
          onOpen={nothing}
          openLabel="Receipt"
        />
        <PositionCard
          {...bitcoin}
          note={<Tag tone="warn">Closing</Tag>}
          line={line}
          stats={stats}
          actions={actions.map((action) => ({ ...action, disabled: true }))}
        />
        <PositionCard
          {...bitcoin}
          figure={<span className="fall">−202.00</span>}
          note={<Tag tone="bad">Liquidated</Tag>}
          stats={stats.slice(0, 2)}
        />
        <PositionCard
          {...bitcoin}
          tag={<Tag tone="rise">Limit long 5×</Tag>}
          figure={null}
          note={<Tag>Pending</Tag>}
          stats={[
            { term: 'Limit price', value: '40,000.00' },
            { term: 'Mark', value: '43,182.50' },
            { term: 'Reserved', value: '402.00' },
          ]}
          actions={[{ label: 'Cancel order', onClick: nothing }]}
        />
        <PositionCard
          leading={<CoinMark code="ETH" />}
          title="ETH / USDT"
          tag={<Tag tone="fall">Down 30 s</Tag>}
          size="100.00 USDT"
          figure={<CountdownRing from={from} until={from + 60_000} serverNow={now} />}
          stats={stats.slice(0, 3)}
        />
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Table</h2>
        <Table
          label="Positions"
          columns={[
            { id: 'market', title: 'Market', words: true, cell: ({ market }) => market },
            { id: 'size', title: 'Size', cell: ({ size }) => size },
            { id: 'entry', title: 'Entry', cell: ({ entry }) => entry },
            { id: 'profit', title: 'Unrealised P&L', cell: ({ profit }) => profit },
            { id: 'acts', title: 'Actions', hidden: true, cell: () => <RowAction onClick={nothing}>Close</RowAction> },
          ]}
          rows={rows}
          rowKey={({ id }) => id}
          onRow={nothing}
        />
      </section>
      <section className={css.section}>
        <h2 className={css.name}>Banner</h2>
        <Banner
          banner={{
            id: 1,
            text: 'ETH / USDT liquidated · −273.57 USDT',
            tone: 'bad',
            link: { to: '/', label: 'Receipt' },
          }}
          more={2}
          onDismiss={nothing}
        />
        <Banner
          banner={{ id: 2, text: 'BTC / USDT closed by take profit · +45.31 USDT', tone: 'good' }}
          more={0}
          onDismiss={nothing}
        />
      </section>
    </>
  )
}
