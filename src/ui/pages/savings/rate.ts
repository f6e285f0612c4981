import { formatBps, formatPpm } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'

const DAYS_OF_A_YEAR = 365

/** A yearly rate in basis points, with its daily rate. */
export function useRate(): (rateBps: number) => { year: string; day: string } {
  const { t, lang } = useLabels()
  return (rateBps) => ({
    year: t('savings.rate', { rate: formatBps(rateBps, lang) }),
    day: t('savings.rateDay', { rate: formatPpm(Math.round((rateBps * 100) / DAYS_OF_A_YEAR), lang) }),
  })
}
