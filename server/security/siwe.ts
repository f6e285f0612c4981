import { BlockList, isIP } from 'node:net'
import { hashMessage, verifyMessage } from 'ethers/hash'
import type { SigningPurpose } from '../../src/api/account/user.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { agreedPages } from '../../src/rules/account/articles.ts'
import { CHAIN_ID } from '../../src/rules/account/network.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { isLoopback } from '../platform/loopback.ts'
import { canonicalAddress } from '../user/module.ts'
import { isSignedByContract } from './contract-wallet.ts'

/** A message to sign is valid for five minutes, once. */
export const NONCE_SECONDS = 300

/** The purpose stated in a message, which also identifies it: a signature for one purpose is invalid for any other. */
const statements: Readonly<Record<SigningPurpose, string>> = {
  signIn:
    'Sign in to Quoin. Who opens an account by this agrees to the terms and the risk disclosure below. Balances are paper money. Signing this message costs nothing and permits no transaction.',
  change:
    'Confirm a change to your Quoin account. This message is for that alone, and signs nobody in. Signing it costs nothing and permits no transaction.',
  takeData:
    'Take along a copy of all that Quoin keeps about you. This message is for that alone, and signs nobody in. Signing it costs nothing and permits no transaction.',
}

/** The pages of the app that the message of a purpose consents to. */
const resources: Readonly<Partial<Record<SigningPurpose, readonly string[]>>> = { signIn: Object.values(agreedPages) }

// RFC 1918, 3927 and 4193: hosts on which no stranger can publish a page.
const local = new BlockList()
local.addSubnet('10.0.0.0', 8)
local.addSubnet('172.16.0.0', 12)
local.addSubnet('192.168.0.0', 16)
local.addSubnet('169.254.0.0', 16)
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

/**
 * The origin named by a sign-in message: PUBLIC_URL's, or else, on this machine and its local network, the requested one.
 *
 * A wallet compares the domain in the message with the page that requests the signature. This protects only if the server knows its own
 * domain: with the Host header, which the caller chooses, another page could fetch a message in its own name, have it signed without a
 * warning, and send it here. Hence no public host without PUBLIC_URL.
 *
 * @returns `undefined` if PUBLIC_URL is not set and the host is not local
 */
export function signInOrigin(publicUrl: string | undefined, host: string | undefined): URL | undefined {
  if (publicUrl !== undefined) return new URL(new URL(publicUrl).origin)
  if (!host || !/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(host)) return undefined
  const url = URL.parse(`http://${host}`)
  return url && isLocal(url.hostname.replace(/^\[|\]$/g, '')) ? url : undefined
}

function isLocal(hostname: string): boolean {
  if (isLoopback(hostname)) return true
  return isIP(hostname) !== 0 && local.check(hostname, isIP(hostname) === 6 ? 'ipv6' : 'ipv4')
}

/** The text that a wallet signs. */
export type SignInMessage = { nonce: string; message: string; expiresAt: number }

/**
 * Creates and stores the EIP-4361 message that this address signs for a purpose.
 *
 * @throws Refusal `configurationError` if the server does not know its own origin
 */
export async function makeSignInMessage(
  platform: Platform,
  { address, purpose }: { address: string; purpose: SigningPurpose },
  host: string | undefined,
): Promise<SignInMessage> {
  const origin = signInOrigin(platform.config.PUBLIC_URL, host)
  if (!origin) {
    platform.log.warn({ host }, 'no wallet can sign in on this host: set PUBLIC_URL')
    throw new Refusal('configurationError')
  }
  const issuedAt = nowSeconds(platform.clock)
  const expiresAt = issuedAt + NONCE_SECONDS
  // The standard allows only letters and digits: 128 bits in hexadecimal.
  const nonce = Buffer.from(platform.random.bytes(16)).toString('hex')
  const signer = canonicalAddress(address)
  const named = resources[purpose] ?? []
  const message = [
    `${origin.host} wants you to sign in with your Ethereum account:`,
    signer,
    '',
    statements[purpose],
    '',
    `URI: ${origin.origin}`,
    'Version: 1',
    `Chain ID: ${CHAIN_ID}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAt * 1000).toISOString()}`,
    `Expiration Time: ${new Date(expiresAt * 1000).toISOString()}`,
    ...(named.length > 0 ? ['Resources:', ...named.map((page) => `- ${origin.origin}/#${page}`)] : []),
  ].join('\n')
  await platform.db
    .insertInto('login_nonces')
    .values({ nonce, address: signer, message, expires_at: BigInt(expiresAt) })
    .execute()
  return { nonce, message, expiresAt }
}

/**
 * Uses up the nonce in any case, and checks the signature over the message stored with it: a signature over any other text (another domain,
 * URI, chain or time) yields another signer. One for another purpose is invalid.
 *
 * A contract wallet's signature is checked by its chain (`contract-wallet.ts`), if the operator named a node of it.
 *
 * @param asker whose turn it is at the node: a user or a network address
 * @throws Refusal `walletSignInFailed`; `contractWalletUnsupported` for what only a chain could check, without a node; `serverError` if the
 *   node does not answer; `tooManyRequests` if too many are waiting
 */
export async function checkSignature(
  platform: Platform,
  { address, nonce, sign, purpose }: { address: string; nonce: string; sign: string; purpose: SigningPurpose },
  asker: string,
): Promise<void> {
  const taken = await platform.db
    .deleteFrom('login_nonces')
    .where('nonce', '=', nonce)
    .returning(['address', 'message', 'expires_at'])
    .executeTakeFirst()
  const isOurs =
    taken !== undefined &&
    taken.expires_at > BigInt(nowSeconds(platform.clock)) &&
    taken.address === canonicalAddress(address) &&
    taken.message.split('\n').includes(statements[purpose])
  if (!isOurs) throw new Refusal('walletSignInFailed')
  if (signerOf(taken.message, sign) === taken.address) return
  if (!(await askContract(platform, taken, { sign, asker }))) throw new Refusal('walletSignInFailed')
}

async function askContract(
  platform: Platform,
  { address, message }: { address: string; message: string },
  { sign, asker }: { sign: string; asker: string },
): Promise<boolean> {
  const { CHAIN_RPC_URL } = platform.config
  if (CHAIN_RPC_URL === undefined) {
    if (LONGER.test(sign)) throw new Refusal('contractWalletUnsupported')
    return false
  }
  try {
    const claim = { address, hash: hashMessage(message), sign: hexOf(sign) }
    return await isSignedByContract(platform, CHAIN_RPC_URL, claim, asker)
  } catch (error) {
    if (error instanceof Refusal) throw error
    platform.log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'no contract wallet can be checked',
    )
    throw new Refusal('serverError')
  }
}

const hexOf = (sign: string) => (sign.startsWith('0x') ? sign : `0x${sign}`).toLowerCase()

/** A signature as wallets return it: r, s and v. The compact form of EIP-2098, of 64 bytes, is a second form of the same signature. */
const SIGNATURE = /^(0x)?[0-9a-f]{130}$/i

/** Longer than any signature of a key: a contract's. */
const LONGER = /^(0x)?([0-9a-f]{2}){66,}$/i

/** The signer, or `undefined` for an invalid signature. A second form of a valid one (high s, or compact) is invalid. */
function signerOf(message: string, sign: string): string | undefined {
  if (!SIGNATURE.test(sign)) return undefined
  try {
    return verifyMessage(message, hexOf(sign))
  } catch {
    return undefined
  }
}
