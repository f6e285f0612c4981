import { getCountries } from 'libphonenumber-js/min'
import * as kyc from '../../src/api/account/kyc.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { type Route, route } from '../platform/http/route.ts'
import { active } from '../user/module.ts'
import { kycOf, submitKyc } from './kyc.ts'

const countries: ReadonlySet<string> = new Set(getCountries())

/** The calls that make a person known by name. */
export const kycRoutes: readonly Route[] = [
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
]
