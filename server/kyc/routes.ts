import { getCountries } from 'libphonenumber-js/min'
import * as kyc from '../../src/api/kyc.ts'
import { Refusal } from '../../src/api/messages.ts'
import { type Route, route } from '../platform/route.ts'
import { createTurns } from '../platform/turns.ts'
import { commit } from '../platform/unit.ts'
import { takePhoto } from './uploads.ts'
import { submitVerification, verificationOf } from './verifications.ts'

const WAITING_MAX = 16
const countries: ReadonlySet<string> = new Set(getCountries())

/** The calls that make a person known by name. */
export function kycRoutes(): readonly Route[] {
  const turn = createTurns(1, WAITING_MAX)
  return [
    route(kyc.getRealInfo, async ({ platform, session }) => {
      const { REAL_NAME: neededFor, REVIEW_SECONDS: reviewSeconds } = platform.config
      return { ...(await verificationOf(platform, platform.db, session.userId)), neededFor, reviewSeconds }
    }),
    route(kyc.realName, ({ input, platform, session }) => {
      if (!countries.has(input.country)) throw new Refusal('countryRequired')
      return commit(platform, (unit) => submitVerification(unit, session.userId, input))
    }),
    route(kyc.uploadPhoto, ({ input, file, platform, session }) =>
      takePhoto(platform, turn, session.userId, input, file),
    ),
  ]
}
