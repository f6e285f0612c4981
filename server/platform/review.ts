import type { Platform } from './context.ts'

/** Promised maximum of a review by operators, in seconds. */
const BY_PEOPLE_SECONDS = 86_400

type Settings = Pick<Platform['config'], 'REVIEW_SECONDS' | 'ADMIN_SECOND_PERSON'>

/** Whether only operators decide about money: if a second person must agree, no timer may approve instead. */
const isByPeople = ({ ADMIN_SECOND_PERSON }: Settings): boolean => ADMIN_SECOND_PERSON === 'yes'

/** Duration of a review about money, in seconds. */
export const moneyReviewSeconds = (config: Settings): number =>
  isByPeople(config) ? BY_PEOPLE_SECONDS : config.REVIEW_SECONDS

/** When the automatic review decides a money request made now, in ms; `null` if it waits for operators. */
export const moneyReviewAt = ({ config, clock }: { config: Settings; clock: Platform['clock'] }): bigint | null =>
  isByPeople(config) ? null : BigInt(clock.now() + config.REVIEW_SECONDS * 1_000)
