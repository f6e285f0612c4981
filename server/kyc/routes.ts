import { getCountries } from 'libphonenumber-js/min'
import * as kyc from '../../src/api/kyc.ts'
import { Refusal } from '../../src/api/messages.ts'
import { type Route, route } from '../platform/http/route.ts'
import { createTurns } from '../platform/unit/turns.ts'
import { active } from '../user/index.ts'
import { kycOf, submitKyc } from './kyc.ts'
import { takePhoto, uploadLimits } from './uploads.ts'

const WAITING_MAX = 16
const countries: ReadonlySet<string> = new Set(getCountries())

/** The calls that make a person known by name. */
export function kycRoutes(): readonly Route[] {
  const turn = createTurns(1, WAITING_MAX)
  return [
    route(kyc.getRealInfo, async ({ platform, session }) => {
      const { REAL_NAME: neededFor, REVIEW_SECONDS: reviewSeconds } = platform.config
      return { ...(await kycOf(platform, platform.db, session.userId)), neededFor, reviewSeconds }
    }),
    route(kyc.realName, {
      needs: [active],
      handle: ({ input, session, commit }) => {
        if (!countries.has(input.country)) throw new Refusal('countryRequired')
        return commit((unit) => submitKyc(unit, session.userId, input))
      },
    }),
    route(kyc.uploadPhoto, {
      limits: uploadLimits,
      needs: [active],
      handle: ({ input, file, platform, session }) => takePhoto(platform, turn, session.userId, input, file),
    }),
  ]
}
