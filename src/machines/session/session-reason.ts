import { refusalIn } from '../parts/refusal.ts'

/** Why the user is not signed in, for the page that explains it. */
export const sessionReasons = [
  'noWallet',
  'chainRefused',
  'chainUnsupported',
  'accountRefused',
  'promptOpen',
  'signatureRefused',
  'walletFailed',
  'signInRefused',
  'contractWallet',
  'inviteRefused',
  'networkFailed',
  'sessionInvalid',
  'accountChanged',
  'walletDisconnected',
] as const
export type SessionReason = (typeof sessionReasons)[number]

/** The error of a wallet effect that the wallet or the user rejected. */
export class WalletRefused extends Error {
  readonly reason: SessionReason

  constructor(reason: SessionReason, cause?: unknown) {
    super(reason, { cause })
    this.name = 'WalletRefused'
    this.reason = reason
  }
}

const ofReferral: ReadonlySet<string> = new Set(['wrongInviteCode', 'inviterNotFound'])

/** Why a step of signing in failed: the wallet's reason, the server's refusal, or no answer. */
export function reasonOf(error: unknown): SessionReason {
  if (error instanceof WalletRefused) return error.reason
  const refusal = refusalIn(error)
  if (!refusal) return 'networkFailed'
  if (refusal.key === 'contractWalletUnsupported') return 'contractWallet'
  return ofReferral.has(refusal.key ?? '') ? 'inviteRefused' : 'signInRefused'
}
