import type { Proof } from '../../api/account/safe.ts'
import { nonce, type SigningPurpose } from '../../api/account/user.ts'
import type { Client } from '../../api/client/client.ts'
import { CallRefused, result } from '../../api/wire/answer.ts'
import { chineseText } from '../../api/wire/messages.ts'
import type { ProofForm } from '../../rules/account/proof.ts'
import type { Wallets } from './browser-wallets.ts'

/**
 * Builds a call's proof from the form. A wallet prompts its owner with the purpose: by default a change to the
 * account.
 */
export type Prove = (form: ProofForm, purpose?: SigningPurpose) => Promise<Proof>

/** @throws CallRefused `walletSignInFailed` if no wallet here signs for the address */
export const createProve =
  (client: Client, wallets: () => Promise<Wallets>): Prove =>
  async ({ address, password, code }, purpose = 'change') => {
    const known = code.trim() === '' ? {} : { code }
    if (address === null) return { password, ...known }
    const challenge = result(await client.call(nonce, { address, purpose }))
    return { nonce: challenge.nonce, sign: await signBy(await wallets(), address, challenge.message), ...known }
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
  throw new CallRefused({ key: 'walletSignInFailed', params: {}, text: chineseText('walletSignInFailed') })
}

const isSame = (account: unknown, address: string) => String(account).toLowerCase() === address.toLowerCase()
