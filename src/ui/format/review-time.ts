import { useLabels } from '../i18n/index.ts'
import { formatSeconds } from './period.ts'

/** Up to this many seconds, a wait is shown in seconds. */
const SOON_SECONDS = 120

/** The text for a review of this many seconds. */
export const reviewText = (seconds: number) => (seconds <= SOON_SECONDS ? 'kyc.reviewSoon' : 'kyc.reviewDay')

/** The duration of a review, in the same words everywhere. */
export function useReviewTime(seconds: number): string {
  const { t, lang } = useLabels()
  return t(reviewText(seconds), { time: formatSeconds(seconds, lang) })
}
