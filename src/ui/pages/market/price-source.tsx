import { useLatest } from '../../bind.ts'
import { useWords } from '../../i18n/index.ts'
import { useServices } from '../../services.ts'
import css from './price-source.module.css'

/** Says so where prices are made up, so that nobody takes them for a market's. Its line is there before it is known. */
export function PriceSource({ centred = false }: { centred?: boolean }) {
  const { quotes } = useServices()
  const { t } = useWords()
  const source = useLatest(quotes.source$, undefined)
  return (
    <p className={`${css.source} ${centred ? css.centred : ''}`}>{source === 'simulated' && t('market.simulated')}</p>
  )
}
