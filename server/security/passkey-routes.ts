import { passkeys } from '../../src/api/account/passkeys.ts'
import { type Route, routeByAction } from '../platform/http/route.ts'
import { active } from '../user/module.ts'
import { addPasskey, offerPasskey, passkeyListOf, readPasskey, removePasskey } from './passkeys.ts'
import type { PasswordDeps } from './passwords.ts'
import { proofBy } from './proof.ts'
import { relyingParty } from './relying-party.ts'

/** The calls of a user's passkeys. */
export function passkeyRoutes(deps: PasswordDeps): Route {
  const { platform } = deps
  const needs = [active]
  const proof = proofBy(deps)
  return routeByAction(passkeys, {
    list: { handle: ({ session }) => passkeyListOf(platform, session.userId) },
    offer: {
      needs,
      proof,
      handle: async ({ session: { userId }, prove, request }) => {
        const party = relyingParty(platform, request.headers.host)
        await prove()
        return { ...(await passkeyListOf(platform, userId)), offer: await offerPasskey(platform, userId, party) }
      },
    },
    add: {
      // Its challenge comes from an offer, which a proof has limited.
      needs,
      handle: async ({ session, input: { attestation, name }, request, commit }) => {
        const party = relyingParty(platform, request.headers.host)
        const passkey = await readPasskey(platform, session.userId, attestation, party)
        const agent = request.headers['user-agent'] ?? ''
        await commit((unit) => addPasskey(unit, session, { passkey, name, agent }))
        return passkeyListOf(platform, session.userId)
      },
    },
    remove: {
      needs,
      proof,
      handle: async ({ session, input: { id }, prove, commit }) => {
        await prove()
        await commit((unit) => removePasskey(unit, session, id))
        return passkeyListOf(platform, session.userId)
      },
    },
  })
}
