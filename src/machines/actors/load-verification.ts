import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { getRealInfo } from '../../api/kyc.ts'
import { areaCodes } from '../../api/user.ts'
import type { KycStart } from '../kyc.ts'

/** Effect `loadVerification`: who the user is, how far the review has come, and the countries to choose from. */
export const createLoadVerification = (client: Client) =>
  fromPromise<KycStart>(async ({ signal }) => {
    const [verification, countries] = await Promise.all([
      client.call(getRealInfo, {}, { signal }),
      client.call(areaCodes, {}, { signal }),
    ])
    return { verification: result(verification), countries: result(countries).map(({ country }) => country) }
  })
