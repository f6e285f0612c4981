import type { Kyc } from '../../api/account/kyc.ts'

/** The state of the identity verification that trading requires. `reviewSeconds`: duration of a review. */
export type WantedName = { state: Kyc['state']; reviewSeconds: number }

/** The error of an effect that requires identity verification. */
export class NameWanted extends Error {
  readonly wanted: WantedName

  constructor(wanted: WantedName) {
    super(`a verified name is wanted: it is ${wanted.state}`)
    this.name = 'NameWanted'
    this.wanted = wanted
  }
}

/** The requirement, or null for other errors. */
export const wantedIn = (error: unknown): WantedName | null => (error instanceof NameWanted ? error.wanted : null)
