import { type SessionReason, WalletRefused } from '../session-reason.ts'

/** Codes of EIP-1193, EIP-1474 and EIP-3085 that a wallet answers with. */
export const UNKNOWN_CHAIN = 4902
const USER_REFUSED = 4001
const UNAUTHORIZED = 4100
const UNSUPPORTED = 4200
const PROMPT_OPEN = -32_002
const NO_SUCH_METHOD = -32_601

const NESTING_MAX = 5

/** Every code in a wallet's error, however deep: some wrap the chain's own error as -32603 and put the real one inside. */
export function errorCodes(error: unknown, depth = 0): number[] {
  if (typeof error !== 'object' || error === null || depth > NESTING_MAX) return []
  const { code, data, originalError, error: inner, cause, message } = error as Record<string, unknown>
  const own = typeof code === 'number' || (typeof code === 'string' && /^-?\d+$/.test(code)) ? [Number(code)] : []
  // Some mobile wallets have no code for it, and say it in words alone.
  const said = typeof message === 'string' && /unrecognized chain/i.test(message) ? [UNKNOWN_CHAIN] : []
  return [...own, ...said, ...[data, originalError, inner, cause].flatMap((each) => errorCodes(each, depth + 1))]
}

export const isUnknownChain = (error: unknown): boolean => errorCodes(error).includes(UNKNOWN_CHAIN)

/** A wallet's error as the reason that a person is told. `refused`: what it means here that the person said no. */
export function asWalletRefused(error: unknown, refused: SessionReason): WalletRefused {
  if (error instanceof WalletRefused) return error
  const codes = errorCodes(error)
  if (codes.includes(USER_REFUSED) || codes.includes(UNAUTHORIZED)) return new WalletRefused(refused, error)
  if (codes.includes(PROMPT_OPEN)) return new WalletRefused('promptOpen', error)
  const unsupported = codes.some((code) => [UNKNOWN_CHAIN, UNSUPPORTED, NO_SUCH_METHOD].includes(code))
  return new WalletRefused(unsupported && refused === 'chainRefused' ? 'chainUnsupported' : 'walletFailed', error)
}
