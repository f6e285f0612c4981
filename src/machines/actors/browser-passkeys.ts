import type { Attestation, PasskeyOffer, PasskeyRequest } from '../../api/account/passkeys.ts'
import type { Assertion } from '../../api/account/user.ts'
import { CallRefused } from '../../api/wire/answer.ts'

/** The browser's passkeys. */
export type Passkeys = {
  /**
   * Creates one, which its device asks the user to confirm.
   *
   * @throws CallRefused `passkeyExists` if the device has one of this account; `passkeyRefused` if none was created
   */
  create(offer: PasskeyOffer): Promise<Attestation>
  /** Signs with one that the user chooses. @throws CallRefused `passkeyRefused` if none was used */
  sign(request: PasskeyRequest): Promise<Assertion>
}

/** Otherwise the user closed the prompt, or has no passkey here: the browser does not say which. */
const refusalOf = (error: unknown) =>
  new CallRefused({
    key: Object(error).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? 'passkeyExists' : 'passkeyRefused',
    ...{ params: {}, text: '' },
  })

const library = () => import('@simplewebauthn/browser')

/** The passkeys of this browser. Their library is loaded when first used. */
export const browserPasskeys: Passkeys = {
  create: async (optionsJSON) => {
    const { startRegistration } = await library()
    const { id, response } = await startRegistration({ optionsJSON }).catch((error) => Promise.reject(refusalOf(error)))
    return { id, clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject }
  },
  sign: async (optionsJSON) => {
    const { startAuthentication } = await library()
    const { id, response } = await startAuthentication({ optionsJSON }).catch((error) =>
      Promise.reject(refusalOf(error)),
    )
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return { id, clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) }
  },
}
