import type { Platform } from './context.ts'

/** So long people take at most, in seconds, where the paper desk does not decide. */
const BY_PEOPLE_SECONDS = 86_400

type Settings = Pick<Platform['config'], 'REVIEW_SECONDS' | 'DESK_SECOND_PERSON'>

/** Whether people alone decide about money: where a second one has to agree, no clock agrees in their place. */
const isByPeople = ({ DESK_SECOND_PERSON }: Settings): boolean => DESK_SECOND_PERSON === 'yes'

/** How long a review of what is about money takes, in seconds. */
export const moneyReviewSeconds = (config: Settings): number =>
  isByPeople(config) ? BY_PEOPLE_SECONDS : config.REVIEW_SECONDS

/** When the paper desk decides about money that is asked for now, in ms; `null` where it waits for people. */
export const moneyReviewAt = ({ config, clock }: { config: Settings; clock: Platform['clock'] }): bigint | null =>
  isByPeople(config) ? null : BigInt(clock.now() + config.REVIEW_SECONDS * 1_000)
