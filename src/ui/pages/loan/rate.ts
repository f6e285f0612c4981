import { yearlyBps } from '../../../rules/loan/loan.ts'
import { formatBps, formatPpm } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'

/** A daily rate in millionths, with its yearly one. */
export function useRate(): (ratePpm: number) => string {
  const { t, lang } = useLabels()
  return (ratePpm) =>
    [
      t('rate.day', { rate: formatPpm(ratePpm, lang) }),
      t('rate.year', { rate: formatBps(yearlyBps(ratePpm), lang) }),
    ].join(' · ')
}
