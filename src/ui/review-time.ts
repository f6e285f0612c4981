import { formatSeconds } from './format-period.ts'
import { useWords } from './i18n/index.ts'

/** Up to how long a wait is told in seconds. */
const SOON_SECONDS = 120

/** What is said of a review that takes so many seconds. */
export const reviewText = (seconds: number) => (seconds <= SOON_SECONDS ? 'kyc.reviewSoon' : 'kyc.reviewDay')

/** How long a review takes, in words that are alike wherever it is said. */
export function useReviewTime(seconds: number): string {
  const { t, lang } = useWords()
  return t(reviewText(seconds), { time: formatSeconds(seconds, lang) })
}
