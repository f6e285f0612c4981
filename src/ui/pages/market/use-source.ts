import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { useNow } from '../../parts/bind.ts'

const LIVE = 'live:'

/** Where the prices come from, in a word: nobody must mistake simulated prices for those of an exchange. */
export function useSource(): string | undefined {
  const { quotes } = useServices()
  const { t } = useLabels()
  const source = useNow(quotes.source$, undefined)
  if (source === 'simulated') return t('kline.source.simulated')
  if (source === 'replay') return t('kline.source.replay')
  return source?.startsWith(LIVE) ? source.slice(LIVE.length) : undefined
}
