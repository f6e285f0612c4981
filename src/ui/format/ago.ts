import type { Lang } from '../../api/wire/first-fields.ts'
import { bcp47 } from './format.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, in the largest whole unit: `18s ago`, `2h ago`. `seconds`: 0 or more. */
export function formatAgo(seconds: number, lang: Lang): string {
  const [unit, length] =
    seconds < MINUTE
      ? (['second', 1] as const)
      : seconds < HOUR
        ? (['minute', MINUTE] as const)
        : seconds < DAY
          ? (['hour', HOUR] as const)
          : (['day', DAY] as const)
  const ages = new Intl.RelativeTimeFormat(bcp47(lang), { style: 'narrow' })
  return ages.format(-Math.floor(seconds / length), unit)
}
