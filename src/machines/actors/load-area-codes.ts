import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { areaCodes } from '../../api/user.ts'
import type { AreaCode } from '../register.ts'

/** Effect `loadAreaCodes`: the telephone area codes of the world. */
export const createLoadAreaCodes = (client: Client) =>
  fromPromise<readonly AreaCode[]>(async ({ signal }) => result(await client.call(areaCodes, {}, { signal })))
