import { dailyPpm } from '../../../rules/savings/savings.ts'
import { formatBps, formatPpm } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'

/** A yearly rate in basis points, with its daily rate. */
export function useRate(): (rateBps: number) => { year: string; day: string } {
  const { t, lang } = useLabels()
  return (rateBps) => ({
    year: t('rate.year', { rate: formatBps(rateBps, lang) }),
    day: t('rate.day', { rate: formatPpm(dailyPpm(rateBps), lang) }),
  })
}
