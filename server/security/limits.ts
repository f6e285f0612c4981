import { CAPTCHA_SECONDS } from '../../src/rules/account/captcha.ts'
import type { CallLimit, FailureLimit } from '../platform/http/rules.ts'

const MINUTE = 60
const HOUR = 3600

/**
 * Limits of attempts. Each route names those that count every call; failures are counted where they happen. A wrong password counts for the
 * account from that network address, for the account from anywhere, and for the address. Only the first and the last lock, so an owner
 * cannot be locked out from elsewhere. docs/design/limits-and-abuse.md has the reasons.
 */
export const limits = {
  /** Wrong passwords for one account from one address: after the first few, each attempt is delayed, then refused unchecked. */
  loginFree: { name: 'login free', per: 'account and address', points: 3, seconds: 15 * MINUTE },
  loginPair: { name: 'login pair', per: 'account and address', points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords for one account from anywhere: past it each attempt is delayed. */
  loginAccount: { name: 'login account', per: 'account', points: 30, seconds: HOUR },
  /** Wrong passwords from one address, over all accounts. */
  loginAddress: { name: 'login address', per: 'address', points: 100, seconds: 15 * MINUTE },
  /** Password sign-ins from one address, successful or not. */
  loginEvery: { name: 'login every', per: 'address', points: 300, seconds: 15 * MINUTE },
  registerAddress: { name: 'register address', per: 'address', points: 20, seconds: HOUR },
  registerTarget: { name: 'register target', per: 'target', points: 20, seconds: HOUR },
  /** Attempts to reset a forgotten password. */
  forgetAddress: { name: 'forget address', per: 'address', points: 20, seconds: HOUR },
  forgetTarget: { name: 'forget target', per: 'target', points: 20, seconds: HOUR },
  codeTargetMinute: { name: 'code target minute', per: 'target', points: 1, seconds: MINUTE },
  codeTargetHour: { name: 'code target hour', per: 'target', points: 5, seconds: HOUR },
  codeAddress: { name: 'code address', per: 'address', points: 20, seconds: HOUR },
  nonceAddress: { name: 'nonce address', per: 'address', points: 60, seconds: 10 * MINUTE },
  walletAddress: { name: 'wallet address', per: 'address', points: 60, seconds: 10 * MINUTE },
  /** Refused contract wallets' signatures of everyone: past it each check is delayed. */
  contractWallets: { name: 'contract wallets', per: 'server', points: 300, seconds: 10 * MINUTE },
  passkeyAddress: { name: 'passkey address', per: 'address', points: 60, seconds: 10 * MINUTE },
  /** Wrong codes of an authenticator, of its recovery codes, and refused passkeys in place of one. */
  authenticator: { name: 'authenticator', per: 'user', points: 5, seconds: 15 * MINUTE },
  /** Wrong passwords of a signed-in user. */
  passwordAgain: { name: 'password again', per: 'user', points: 5, seconds: 15 * MINUTE },
  payPassword: { name: 'pay password', per: 'user', points: 5, seconds: HOUR },
} as const satisfies Record<string, FailureLimit>

/** Sent codes. */
export const codeLimits = [
  limits.codeAddress,
  limits.codeTargetMinute,
  limits.codeTargetHour,
] as const satisfies readonly CallLimit[]

/** Multiple of an address's limit that is possible with a captcha for each attempt. */
export const CAPTCHA_TIMES = 3

/** For wrong passwords only once the limit: an attacker would solve captchas. */
export const CAPTCHA_FAILURE_TIMES = 1

/** A solution is valid once, until it expires. */
export const captchaOnce = { name: 'captcha solved', points: 1, seconds: CAPTCHA_SECONDS }

/** The delay of a delayed attempt. */
export const SLOW_MS = 3_000
