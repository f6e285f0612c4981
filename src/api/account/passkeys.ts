import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { proof } from './safe.ts'
import { assertion } from './user.ts'

const encoded = v.string()

/** What a browser creates a passkey with: WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const passkeyOffer = v.object({
  challenge: encoded,
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: encoded, name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  /** In milliseconds. */
  timeout: v.number(),
  attestation: v.literal('none'),
  /** The user's passkeys: a device that has one of them creates no second one. */
  excludeCredentials: v.array(v.object({ id: encoded, type: v.literal('public-key') })),
  authenticatorSelection: v.object({ residentKey: v.literal('required'), userVerification: v.literal('required') }),
})
export type PasskeyOffer = v.InferOutput<typeof passkeyOffer>

/** A passkey as its owner sees it. `id`: not its credential's. */
export const passkey = v.object({
  id: f.id,
  name: v.string(),
  createdAt: f.seconds,
  /** When it last signed in; null: never. */
  usedAt: v.nullable(f.seconds),
})
export type Passkey = v.InferOutput<typeof passkey>

/** A user's passkeys, oldest first, and what changing them requires. */
export const passkeyList = v.object({
  passkeys: v.array(passkey),
  /** Whether a proof has to carry an authenticator’s code. */
  authenticator: v.boolean(),
  offer: v.nullable(passkeyOffer),
})
export type PasskeyList = v.InferOutput<typeof passkeyList>

/** A new passkey, as the browser answers: attestation object and client data in base64url. */
export const attestation = v.object({
  id: f.credentialId,
  clientDataJSON: f.base64url(2_000),
  attestationObject: f.base64url(8_000),
})
export type Attestation = v.InferOutput<typeof attestation>

export const PASSKEY_NAME_MAX = 40

export const passkeys = defineCall({
  method: 'POST',
  path: 'safe/passkeys',
  token: true,
  ours: true,
  summary:
    'The user’s passkeys (WebAuthn). `offer` returns what a browser creates one with, valid for five minutes and once; `add` stores the answer, under a name that is by default the device’s; `remove` ends one, and all other sessions.',
  input: v.variant('action', [
    v.object({ action: v.literal('list') }),
    v.object({ action: v.literal('offer'), proof }),
    v.object({
      action: v.literal('add'),
      attestation,
      name: v.pipe(v.string(), v.trim(), v.maxLength(PASSKEY_NAME_MAX)),
    }),
    v.object({ action: v.literal('remove'), id: f.id, proof }),
  ]),
  output: passkeyList,
})

export const passkeyChallenge = defineCall({
  method: 'POST',
  path: 'user/passkey_challenge',
  ours: true,
  summary:
    'Creates a challenge for a passkey, valid for five minutes and once: for `user/passkey`, or for `user/login` in place of an authenticator’s code.',
  input: v.object({ captcha: f.captcha }),
  /** WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
  output: v.object({
    challenge: encoded,
    rpId: v.string(),
    timeout: v.number(),
    userVerification: v.literal('required'),
  }),
})
export type PasskeyRequest = v.InferOutput<(typeof passkeyChallenge)['output']>

export const passkeySignIn = defineCall({
  method: 'POST',
  path: 'user/passkey',
  ours: true,
  summary:
    'Signs in by a passkey alone: no user name, password or authenticator’s code, because its device has verified its user. The message is the token.',
  input: v.object({ ...assertion.entries, captcha: f.captcha }),
  output: v.pipe(v.string(), v.minLength(22)),
})
