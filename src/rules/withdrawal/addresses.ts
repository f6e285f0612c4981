import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { getAddress } from 'ethers/address'
import { sha256 } from 'ethers/crypto'
import { getBytes } from 'ethers/utils'
import type { ProofKey } from '../account/proof.ts'
import { type AddressFamily, findSendingNetwork } from '../money/coin-networks.ts'
import type { FormErrors } from '../orders/form-errors.ts'
import { refusedPayProofField, withdrawalProofErrors } from './withdrawal.ts'

/**
 * A validated address. `address`: in its network's canonical form. `checked`: whether it has a checksum, which detects typing errors;
 * without one, only comparing it helps.
 */
export type ReadAddress = { address: string; checked: boolean }

/**
 * Parses an address of one of these networks: complete, of the main network, and not the zero address.
 *
 * Source: ERC-55 (EVM); BIP-173, BIP-350 and Base58Check (Bitcoin); TRON developer documentation, "Account" (TRON); Solana documentation,
 * "Accounts" (Solana).
 *
 * @returns `undefined` if it is invalid
 */
export function readAddress(family: AddressFamily, text: string): ReadAddress | undefined {
  try {
    return readers[family](text.trim())
  } catch {
    return undefined
  }
}

const base58check = createBase58check((data: Uint8Array) => getBytes(sha256(data)))

const readers: Record<AddressFamily, (text: string) => ReadAddress | undefined> = { evm, bitcoin, tron, solana }

function evm(text: string): ReadAddress | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || /^0x0+$/.test(text)) return undefined
  const digits = text.slice(2)
  const checked = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return { address: getAddress(checked ? text : text.toLowerCase()), checked }
}

/** Version bytes of the main network's script and public key hashes. */
const BITCOIN_VERSIONS = [0x00, 0x05]
const WITNESS_VERSION_MAX = 16

function bitcoin(text: string): ReadAddress | undefined {
  return /^bc1/i.test(text) ? segwit(text) : legacy(text, BITCOIN_VERSIONS)
}

/** BIP-173 for version 0, BIP-350 for later versions. */
function segwit(text: string): ReadAddress | undefined {
  const isFirst = text[3]?.toLowerCase() === 'q'
  const coder = isFirst ? bech32 : bech32m
  const { prefix, words } = coder.decode(text as `${string}1${string}`, 90)
  const [version = -1, ...rest] = words
  const program = coder.fromWords(rest)
  const fits = version === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40
  if (prefix !== 'bc' || version < 0 || version > WITNESS_VERSION_MAX || !fits) return undefined
  return { address: text.toLowerCase(), checked: true }
}

const TRON_VERSION = 0x41

function tron(text: string): ReadAddress | undefined {
  return legacy(text, [TRON_VERSION])
}

/** A version byte and a twenty-byte key hash, with a checksum. */
function legacy(text: string, versions: readonly number[]): ReadAddress | undefined {
  const bytes = base58check.decode(text)
  const [version = -1, ...hash] = bytes
  if (bytes.length !== 21 || !versions.includes(version) || hash.every((byte) => byte === 0)) return undefined
  return { address: text, checked: true }
}

/** Thirty-two bytes without a checksum. All zeros is the System Program, from which nothing can be recovered. */
function solana(text: string): ReadAddress | undefined {
  const bytes = base58.decode(text)
  if (bytes.length !== 32 || bytes.every((byte) => byte === 0)) return undefined
  return { address: text, checked: false }
}

/** The form for a new address. `label`: the owner's name for it; may be empty. */
export type AddressForm = { network: string; address: string; label: string; payPassword: string; code: string }
export type AddressField = keyof AddressForm
export type AddressKey = 'wrongAddress' | 'textRequired' | ProofKey

/** The form before anything is entered. */
export const noAddress: AddressForm = { network: '', address: '', label: '', payPassword: '', code: '' }

/** Parses a form's address. */
export const readForm = ({ network, address }: Pick<AddressForm, 'network' | 'address'>): ReadAddress | undefined => {
  const family = findSendingNetwork(network)?.family
  return family && readAddress(family, address)
}

/** Errors of a new address, before it is sent. */
export function addressErrors(
  form: AddressForm,
  proof: { authenticator: boolean },
): FormErrors<AddressField, AddressKey> {
  const wrong = findSendingNetwork(form.network)
    ? !readForm(form) && { address: { key: 'wrongAddress' as const } }
    : { network: { key: 'textRequired' as const } }
  return { ...wrong, ...withdrawalProofErrors(form, proof) }
}

/** The field of a new address that an error belongs to; null for the whole form. */
export const refusedAddressField = (key: string | null): AddressField | null =>
  key === 'wrongAddress' || key === 'addressExists' ? 'address' : refusedPayProofField(key)
