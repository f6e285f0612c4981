import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'

/** The older proof of an address: SHA-256 over its lower-case form joined with the secret, in hexadecimal. */
export const walletHash = (address: string, walletSecret: string): string =>
  createHash('sha256')
    .update(address.toLowerCase() + walletSecret)
    .digest('hex')

/**
 * Whether `sign` is the older proof, and enabled by the operator. It never changes and proves no key: anyone who learns the secret can sign in
 * as anyone. docs/design/sessions.md explains it.
 */
export function isWalletHash(config: Config, address: string, sign: string): boolean {
  const { WALLET_LOGIN, WALLET_LOGIN_SECRET } = config
  if (WALLET_LOGIN !== 'hash' || !WALLET_LOGIN_SECRET) return false
  const given = Buffer.from(sign.replace(/^0x/, '').toLowerCase())
  const right = Buffer.from(walletHash(address, WALLET_LOGIN_SECRET))
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Warns in the log at the start that the older proof is enabled. */
export function warnOfWalletHash({ config, log }: Pick<Platform, 'config' | 'log'>): void {
  if (config.WALLET_LOGIN === 'hash') {
    log.warn('WALLET_LOGIN=hash: anyone who knows WALLET_LOGIN_SECRET can sign in with any wallet address')
  }
}
