import type { Kyc } from '../../api/kyc.ts'

/** How far someone has come who cannot trade before they are known by name. `reviewSeconds`: how long a review takes. */
export type WantedName = { state: Kyc['state']; reviewSeconds: number }

/** What an effect throws where it needs a name that is not verified. */
export class NameWanted extends Error {
  readonly wanted: WantedName

  constructor(wanted: WantedName) {
    super(`a verified name is wanted: it is ${wanted.state}`)
    this.name = 'NameWanted'
    this.wanted = wanted
  }
}

/** What is wanted, or null where the error is another one. */
export const wantedIn = (error: unknown): WantedName | null => (error instanceof NameWanted ? error.wanted : null)
