import { useLabels } from '../../i18n/index.ts'
import { Header } from '../../parts/page/header.tsx'
import { MarketBoard } from './market-board.tsx'
import { PriceSource } from './price-source.tsx'

/** The markets. */
export function MarketPage() {
  const { t } = useLabels()
  return (
    <>
      <Header title={t('title.market')} trailing={<PriceSource />} />
      <MarketBoard source={false} />
    </>
  )
}
