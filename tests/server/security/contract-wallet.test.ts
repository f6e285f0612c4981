import { AbiCoder, concat, type Wallet } from 'ethers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { limits, SLOW_MS } from '../../../server/security/limits.ts'
import { addressreg, info, nonce } from '../../../src/api/account/user.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { startChain, walletCode } from './contract-chain.ts'
import { outcome, passing, walletOf } from './support.ts'

const owner = walletOf(61)
const stranger = walletOf(62)
const chain = await startChain()
const elsewhere = await startChain({ chainId: '0x1' })
afterAll(() => Promise.all([chain.end(), elsewhere.end()]))

const code = walletCode(owner.address)
const address = chain.addressOf(code)

/** The signature of a wallet that is not deployed yet (ERC-6492). */
const counterfactual = (sign: string, factory = chain.factory, data = code) =>
  concat([
    AbiCoder.defaultAbiCoder().encode(['address', 'bytes', 'bytes'], [factory, data, sign]),
    `0x${'6492'.repeat(16)}`,
  ])

type Sign = (message: string) => Promise<string>

async function enter(server: TestServer, of: string, sign: Sign) {
  const { message, nonce: asked } = await server.ok(nonce, { address: of })
  return server.call(addressreg, { address: of, nonce: asked, sign: await sign(message) })
}

const by =
  (wallet: Wallet): Sign =>
  (message) =>
    wallet.signMessage(message)

describeServer.onSqlite(
  'contract wallet: a server with a node of the chain',
  (server) => {
    it('signs in by a wallet that is not deployed yet, and by a deployed one (ERC-6492, ERC-1271)', async () => {
      const early = await enter(server, address, async (message) => counterfactual(await owner.signMessage(message)))
      expect(outcome(early)).toBe('ok')
      expect(outcome(await enter(server, address, by(owner)))).toBe('walletSignInFailed')
      await chain.deploy(code)
      const answer = await enter(server, address, by(owner))
      expect(outcome(answer)).toBe('ok')
      expect(await server.ok(info, {}, String(answer.message))).toMatchObject({ address, method: 'wallet' })
      const again = await enter(server, address, async (message) => counterfactual(await owner.signMessage(message)))
      expect(outcome(again)).toBe('ok')
    })

    it('refuses another owner, another text, and a wallet of another owner deployed by the signature', async () => {
      await chain.deploy(code)
      expect(outcome(await enter(server, address, by(stranger)))).toBe('walletSignInFailed')
      expect(outcome(await enter(server, address, () => owner.signMessage('another')))).toBe('walletSignInFailed')
      const theirs: Sign = async (message) =>
        counterfactual(await stranger.signMessage(message), chain.factory, walletCode(stranger.address))
      expect(outcome(await enter(server, address, theirs))).toBe('walletSignInFailed')
      expect(outcome(await enter(server, address, async () => `0x${'6492'.repeat(40)}`))).toBe('walletSignInFailed')
    })

    it('judges the answer strictly: an account without code, the identity contract, and other values prove nothing', async () => {
      const other = walletCode(owner.address, '1626ba7f')
      await chain.deploy(other)
      for (const each of [stranger.address, `0x${'4'.padStart(40, '0')}`, chain.addressOf(other)]) {
        expect(outcome(await enter(server, each, by(owner)))).toBe('walletSignInFailed')
      }
    })

    it('asks no node for a wallet with its own key, and fails without an answer', async () => {
      chain.called.length = 0
      expect(outcome(await enter(server, owner.address, by(owner)))).toBe('ok')
      expect(chain.called).toEqual([])
      chain.fail(true)
      expect(outcome(await enter(server, address, by(owner)))).toBe('serverError')
      chain.fail(false)
    })

    it('asks the node for its chain once', async () => {
      await enter(server, address, by(stranger))
      chain.called.length = 0
      await enter(server, address, by(stranger))
      expect(chain.called).toEqual(['eth_call'])
    })
  },
  { env: { CHAIN_RPC_URL: chain.url } },
)

describeServer.onSqlite(
  'contract wallet: after too many refused signatures of everyone',
  (server) => {
    it('delays each check, and counts no valid one', async () => {
      await chain.deploy(code)
      const { throttle } = server.platform
      const used = async () => (await throttle.take(limits.contractWallets, '', 0)).used
      await enter(server, address, by(owner))
      expect(await used()).toBe(0)
      await enter(server, address, by(stranger))
      expect(await used()).toBe(1)
      await throttle.take(limits.contractWallets, '', limits.contractWallets.points)
      const after = vi.spyOn(server.clock, 'after')
      const entered = passing(server, enter(server, address, by(owner)))
      expect(outcome(await entered)).toBe('ok')
      expect(after.mock.calls.map(([ms]) => ms)).toContain(SLOW_MS)
    })
  },
  { env: { CHAIN_RPC_URL: chain.url }, generosity: 1 },
)

describeServer.onSqlite(
  'contract wallet: a server with a node of another chain',
  (server) => {
    it('refuses it, because the wallet may be someone else’s there', async () => {
      expect(outcome(await enter(server, address, by(owner)))).toBe('serverError')
      expect(elsewhere.called).toEqual(['eth_chainId'])
    })
  },
  { env: { CHAIN_RPC_URL: elsewhere.url } },
)

describe('contract wallet', () => {
  describeServer.onSqlite('a server without a node', (server) => {
    it('says that it cannot check it', async () => {
      const sign: Sign = async (message) => counterfactual(await owner.signMessage(message))
      expect(outcome(await enter(server, address, sign))).toBe('contractWalletUnsupported')
    })
  })
})
