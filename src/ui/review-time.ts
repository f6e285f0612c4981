import { formatSeconds } from './format.ts'
import { useWords } from './i18n/index.ts'

/** Up to how long a wait is told in seconds. */
const SOON_SECONDS = 120

/** How long a review takes, in words that are alike wherever it is said. */
export function useReviewTime(seconds: number): string {
  const { t, lang } = useWords()
  return seconds <= SOON_SECONDS ? t('kyc.reviewSoon', { time: formatSeconds(seconds, lang) }) : t('kyc.reviewDay')
}
