import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Attestation, PasskeyOffer } from '../../../src/api/account/passkeys.ts'
import type { Assertion } from '../../../src/api/account/user.ts'

/** What a test changes in an answer of a software authenticator. */
export type Changes = {
  origin?: string
  rpId?: string
  type?: string
  counter?: number
  verified?: boolean
  userHandle?: string
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** CBOR's byte string of 256 to 65,535 bytes. */
function bytes(data: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0])
  head.writeUInt16BE(data.length, 1)
  return Buffer.concat([head, data])
}

const word = (name: string) => Buffer.concat([Buffer.from([0x60 + name.length]), Buffer.from(name)])

/** An attestation object in CBOR, in a format, with or without a certificate in its statement. */
export function attested(format: string, isCertified: boolean, data = Buffer.alloc(256)): Buffer {
  const statement = isCertified
    ? [Buffer.from([0xa1]), word('x5c'), Buffer.from([0x81]), bytes(Buffer.alloc(256))]
    : [Buffer.from([0xa0])]
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[word('fmt'), word(format), word('attStmt'), ...statement, word('authData'), bytes(data)],
  ])
}

/**
 * A WebAuthn authenticator in software, with one ES256 key: WebAuthn level 3, sections 6.1 and 6.5. Its user is always present, and
 * verified unless a test says otherwise.
 *
 * @param origin of the page that uses it
 */
export function softwarePasskey(origin = 'http://localhost:80') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  let handle = text('nobody')

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: new URL(from).origin, crossOrigin: false }))

  const dataFor = (rpId: string, flags: number, count: number, more = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), head, more])
  }

  return {
    id: text(id),
    /** Creates its key for an offer. */
    create({ challenge, rp, user }: PasskeyOffer, changes: Changes = {}): Attestation {
      handle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      // COSE: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ])
      const { verified = true, rpId = rp.id, counter: count = counter } = changes
      const flags = PRESENT | HAS_KEY | (verified ? VERIFIED : 0)
      const data = dataFor(rpId, flags, count, Buffer.concat([Buffer.alloc(16), length, id, key]))
      const object = attested('none', false, data)
      const client = clientData(changes.type ?? 'webauthn.create', challenge, changes.origin ?? origin)
      return { id: text(id), clientDataJSON: text(client), attestationObject: text(object) }
    },
    /** Signs a challenge, and counts. */
    sign({ challenge, rpId }: { challenge: string; rpId: string }, changes: Changes = {}): Assertion {
      counter = changes.counter ?? counter + 1
      const { verified = true } = changes
      const data = dataFor(changes.rpId ?? rpId, PRESENT | (verified ? VERIFIED : 0), counter)
      const client = clientData(changes.type ?? 'webauthn.get', challenge, changes.origin ?? origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...{ id: text(id), clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
        userHandle: changes.userHandle ?? handle,
      }
    },
  }
}

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>
