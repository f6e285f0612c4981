import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useRoom } from '../../app/room.ts'
import { useLabels } from '../../i18n/index.ts'
import { PaperBadge } from '../../parts/page/header.tsx'
import { CHART, FOREX_CHART, MARKETS } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { ListPlace } from '../market/list-place.ts'
import { MarketBoard } from '../market/market-board.tsx'
import { PriceSource } from '../market/price-source.tsx'
import css from './list-pane.module.css'

/** The market of a chart whose place names none. */
const byPath: Partial<Record<string, string>> = { [MARKETS]: 'BTCUSDT', [CHART]: 'BTCUSDT', [FOREX_CHART]: 'EURUSD' }

/** The list of markets beside a page. It stays while the page changes. */
export function ListPane() {
  const { t } = useLabels()
  const symbol = useQuery().get('symbol')
  const [path] = useLocation()
  const current = symbol ?? byPath[path]
  const dense = useRoom() === 'desk'
  const place = useMemo(() => ({ current, dense }), [current, dense])
  return (
    <>
      <div className={css.head}>
        <h2 className={css.title}>{t('title.market')}</h2>
        <PaperBadge />
      </div>
      <div className={css.board}>
        <ListPlace value={place}>
          <MarketBoard source={false} />
        </ListPlace>
      </div>
      <div className={css.foot}>
        <PriceSource />
      </div>
    </>
  )
}
