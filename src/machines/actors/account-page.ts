import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { exportData } from '../../api/export.ts'
import { getRealInfo } from '../../api/kyc.ts'
import { type Device, payPassword, sessions } from '../../api/safe.ts'
import type { ProofForm } from '../../rules/proof.ts'
import type { Ending } from '../devices.ts'
import type { Guards } from '../security.ts'
import type { Prove } from './prove.ts'

/** Effect of `security`: what guards the account, and how far its owner is known. */
export const createLoadGuards = (client: Client) =>
  fromPromise<Guards>(async ({ signal }) => {
    const [bound, verification] = await Promise.all([
      client.call(payPassword, { action: 'state' }, { signal }),
      client.call(getRealInfo, {}, { signal }),
    ])
    return { bound: result(bound), verification: result(verification) }
  })

/** Effects of `devices`: where someone is signed in, and signing out there. */
export const createDevices = (client: Client) => ({
  loadDevices: fromPromise<readonly Device[]>(async ({ signal }) =>
    result(await client.call(sessions, { action: 'list' }, { signal })),
  ),
  endDevices: fromPromise<readonly Device[], Ending>(async ({ input: { id } }) =>
    result(await client.call(sessions, id === null ? { action: 'endOthers' } : { action: 'end', id })),
  ),
})

/** Keeps a text as a file of this name, where the device keeps what it downloads. */
export type SaveFile = (name: string, text: string) => void

/** Effect of `takeData`: asks for everything, and hands it to the device as a file. */
export const createTakeData = (client: Client, prove: Prove, save: SaveFile) =>
  fromPromise<void, ProofForm>(async ({ input }) => {
    const data = result(await client.call(exportData, { proof: await prove(input) }))
    save(exportData.download, JSON.stringify(data, null, 2))
  })
