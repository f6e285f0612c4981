import { areaCodes } from '../../api/account/user.ts'
import { call } from '../actors/call.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'

/** The telephone area codes of the world. */
export const loadAreaCodes = loadFirstBy(call(areaCodes))
