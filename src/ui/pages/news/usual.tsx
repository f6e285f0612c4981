import type { Lang } from '../../../api/wire/first-fields.ts'
import { formatter } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** A duration in whole minutes, hours or days, rounded up. */
function inWords(seconds: number, lang: Lang): string {
  const [unit, length] =
    seconds <= 90 * MINUTE ? ['minute', MINUTE] : seconds <= 36 * HOUR ? ['hour', HOUR] : ['day', DAY]
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  return formatter(lang, options).format(Math.max(1, Math.ceil(seconds / Number(length))))
}

/** The usual response time, or that it is not known yet. */
export function Usual({ seconds }: { seconds: number | null }) {
  const { t, lang } = useLabels()
  return <>{seconds === null ? t('contact.usualUnknown') : t('contact.usual', { time: inWords(seconds, lang) })}</>
}
