import type { Instrument } from '../../../rules/market/instruments.ts'
import { useLabels } from '../../i18n/index.ts'
import { Tabs } from '../../parts/page/tabs.tsx'
import { usePlaceState } from '../../router/router.ts'
import { OrderBook } from './order-book.tsx'
import { Tape } from './tape.tsx'

const shows = ['book', 'trades'] as const
type Shows = (typeof shows)[number]
const isShows = (value: unknown): value is Shows => shows.some((each) => each === value)

/** The order book of a pair, or its trades. */
export function BookAndTrades({ instrument }: { instrument: Instrument }) {
  const { t } = useLabels()
  const [shown, show] = usePlaceState<Shows>('book', 'book', isShows)
  return (
    <div>
      <Tabs
        label={t('book.tabs')}
        tabs={[
          { value: 'book', label: t('book.title') },
          { value: 'trades', label: t('tape.title') },
        ]}
        value={shown}
        onChange={show}
      >
        {shown === 'book' ? <OrderBook symbol={instrument.symbol} /> : <Tape instrument={instrument} />}
      </Tabs>
    </div>
  )
}
