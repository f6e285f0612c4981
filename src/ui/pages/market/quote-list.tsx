import type { ReactNode } from 'react'
import { weeklyKinds } from '../../../rules/market/calendar.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { List } from '../../parts/lists/list.tsx'
import { Empty, type Shape, Skeleton } from '../../parts/page/states.tsx'
import { ClosedLine } from './closed-line.tsx'
import { PriceSource } from './price-source.tsx'
import { QuoteRow } from './quote-row.tsx'
import { useBoard } from './use-board.ts'

export type QuoteListProps = {
  /** Accessible name of the list. */
  label: string
  instruments: readonly Instrument[]
  /** Number of skeleton rows; by default as many as instruments. */
  shapes?: number
  /** Whether it says where the prices come from. */
  source?: boolean
  /** Content next to a row, such as a button. */
  beside?: (instrument: Instrument) => ReactNode
  /** Empty state; by default that this market has no such instruments. */
  empty?: ReactNode
}

const row: Shape = 'row'

/** Markets with live prices, or why there are none. */
export function QuoteList(props: QuoteListProps) {
  const { label, instruments, shapes = instruments.length, source = true, beside, empty } = props
  const { connection } = useServices()
  const { t } = useLabels()
  const board = useBoard()
  if (board === 'loading') {
    return (
      <>
        {source && <PriceSource />}
        <Skeleton shapes={Array.from({ length: shapes }, () => row)} />
      </>
    )
  }
  if (board === 'failed') {
    return (
      <LoadFailure
        title={t('market.failed')}
        text={t('market.failedHint')}
        onRetry={() => connection.send({ type: 'connection.retry' })}
      />
    )
  }
  if (instruments.length === 0) return empty ?? <Empty title={t('market.none')} />
  const markets = weeklyKinds.flatMap((each) => instruments.find(({ kind }) => kind === each) ?? [])
  const mixed = new Set(instruments.map(({ kind }) => kind)).size > 1
  return (
    <>
      {source && <PriceSource />}
      {markets.map((each) => (
        <ClosedLine key={each.symbol} instrument={each} mixed={mixed} />
      ))}
      <List label={label}>
        {instruments.map((instrument) => (
          <QuoteRow key={instrument.symbol} instrument={instrument} beside={beside?.(instrument)} />
        ))}
      </List>
    </>
  )
}
