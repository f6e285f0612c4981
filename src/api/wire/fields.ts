import * as v from 'valibot'
import { isAuthenticatorCode, plainAuthenticatorCode } from '../../rules/account/authenticator.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../rules/account/password-length.ts'
import { amount, id, millis, seconds } from './first-fields.ts'

export * from './first-fields.ts'

/**
 * An amount, a price or a quantity in a request: a plain decimal of at most 10 digits before the point and 18 after it. In minor units of
 * any currency or instrument, which have at most 8 decimals, it fits into 64 bits.
 */
export const decimal = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,9})(\.\d{1,18})?$/), v.maxLength(29))

/** A price, in the decimals of its symbol. */
export const price = v.pipe(amount)
/** A quantity of the base, in its decimals. */
export const quantity = v.pipe(amount)
/** An amount of USDT, independent of the order's currency. */
export const usdt = v.pipe(amount)

/** An integer: a number in JSON, digits in a query or a form. */
export const count = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  )

/** The latest time at which an order may arrive, in ms since the epoch; at most the last time that a `Date` can represent. */
export const confirmBy = v.optional(v.pipe(millis, v.minValue(0), v.maxValue(8_640_000_000_000_000)))

/** Idempotency key, created when a form opens: a repeated request returns the first answer, and never acts twice. */
export const requestId = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{16,64}$/))

export const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
export const username = v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{2,31}$/, 'usernameForm'))
/** Case and spaces count. */
export const password = v.pipe(
  v.string(),
  v.minLength(PASSWORD_LENGTH_MIN, 'passwordLength'),
  v.maxLength(PASSWORD_LENGTH_MAX, 'passwordLength'),
)
/** The repeated password. One longer than any password cannot be the same. */
export const confirm = v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH_MAX, 'passwordsInconsistent'))
export const email = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.email('wrongEmail'),
  v.maxLength(254, 'wrongEmail'),
)
/** A code sent to an e-mail address or a telephone. */
export const verificationCode = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'wrongVerificationCode'))
/** A requested code. `paper`: no message leaves the server, and `ticket` lets the requester read the code in the paper outbox. */
export const sentCode = v.object({ ticket: id, expiresAt: seconds, paper: v.boolean() })
export const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))

/** Bytes in base64url without padding. @param max characters */
export const base64url = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/))

/** A WebAuthn credential's id: up to 1,023 bytes. */
export const credentialId = base64url(1_364)

/** A wallet's signature: a contract wallet's may carry the call that creates it (ERC-6492). */
export const walletSign = v.pipe(v.string(), v.regex(/^(0x)?[0-9a-fA-F]{64,16384}$/))

/** A captcha solved by the device, required past a limit of its network. */
export const captcha = v.optional(v.pipe(v.string(), v.maxLength(1_000)))

/** A code of an authenticator, or a recovery code. */
export const authenticatorCode = v.pipe(
  v.string(),
  v.maxLength(32, 'wrongAuthenticatorCode'),
  v.transform(plainAuthenticatorCode),
  v.check(isAuthenticatorCode, 'wrongAuthenticatorCode'),
)
