import type { Proof } from '../../api/account/safe.ts'
import { nonce as challenge, type SigningPurpose } from '../../api/account/user.ts'
import { CallRefused } from '../../api/wire/answer.ts'
import type { ProofForm } from '../../rules/account/proof.ts'
import type { Wallets } from './browser-wallets.ts'
import { dep, send } from './call.ts'

/**
 * Builds a call's proof from the form. A wallet prompts its owner with the purpose: by default a change to the
 * account.
 *
 * @throws CallRefused `walletSignInFailed` if no wallet here signs for the address
 */
export async function prove(
  { address, password, code }: ProofForm,
  purpose: SigningPurpose = 'change',
): Promise<Proof> {
  const known = code.trim() === '' ? {} : { code }
  if (address === null) return { password, ...known }
  const { nonce, message } = await send(challenge, { address, purpose })
  return { nonce, sign: await signBy((await dep('walletSide')()).wallets, address, message), ...known }
}

async function signBy(wallets: Wallets, address: string, message: string): Promise<string> {
  const { hexlify, toUtf8Bytes } = await import('ethers/utils')
  for (const { id } of await wallets.find()) {
    const bridge = wallets.bridge(id)
    try {
      const accounts = await bridge.request('eth_accounts')
      const isHere = Array.isArray(accounts) && accounts.some((each) => isSame(each, address))
      if (!isHere) continue
      const sign = await bridge.request('personal_sign', [hexlify(toUtf8Bytes(message)), address])
      if (typeof sign === 'string') return sign
    } catch {
      // Refused or unable: another wallet may hold the address too.
    }
  }
  throw new CallRefused({ key: 'walletSignInFailed', params: {}, text: '' })
}

const isSame = (account: unknown, address: string) => String(account).toLowerCase() === address.toLowerCase()
