import { type SessionReason, WalletRefused } from '../session/session-reason.ts'

/** Wallet error codes of EIP-1193, EIP-1474 and EIP-3085. */
const UNKNOWN_CHAIN = 4902
const CHAIN_DISCONNECTED = 4901
const USER_REFUSED = 4001
const UNAUTHORIZED = 4100
const UNSUPPORTED = 4200
const PROMPT_OPEN = -32_002
const NO_SUCH_METHOD = -32_601

/** Error messages of wallets that send no code. */
const words: readonly [RegExp, number][] = [
  [/unrecognized chain/i, UNKNOWN_CHAIN],
  [
    /\buser (rejected|denied|declined|cancell?ed|disapproved)|(rejected|denied|declined|cancell?ed) by (the )?user/i,
    USER_REFUSED,
  ],
  [/^(request |signature )?(rejected|cancell?ed)\.?$/i, USER_REFUSED],
]

const NESTING_MAX = 5

/** All codes in a wallet's error, nested ones too: some wallets wrap the chain's error in a -32603. */
export function errorCodes(error: unknown, depth = 0): number[] {
  if (typeof error === 'string') return codesIn(error)
  if (typeof error !== 'object' || error === null || depth > NESTING_MAX) return []
  const { code, data, originalError, error: inner, cause, message } = error as Record<string, unknown>
  const own = typeof code === 'number' || (typeof code === 'string' && /^-?\d+$/.test(code)) ? [Number(code)] : []
  return [...own, ...[message, data, originalError, inner, cause].flatMap((each) => errorCodes(each, depth + 1))]
}

const codesIn = (text: string) => words.flatMap(([said, code]) => (said.test(text) ? [code] : []))

/** The reason shown for a wallet's error. `refused`: the reason for a rejection by the user. */
export function asWalletRefused(error: unknown, refused: SessionReason): WalletRefused {
  if (error instanceof WalletRefused) return error
  const codes = errorCodes(error)
  if (codes.includes(USER_REFUSED) || codes.includes(UNAUTHORIZED)) return new WalletRefused(refused, error)
  if (codes.includes(PROMPT_OPEN)) return new WalletRefused('promptOpen', error)
  const unsupported = codes.some((code) =>
    [UNKNOWN_CHAIN, CHAIN_DISCONNECTED, UNSUPPORTED, NO_SUCH_METHOD].includes(code),
  )
  return new WalletRefused(unsupported && refused === 'chainRefused' ? 'chainUnsupported' : 'walletFailed', error)
}
