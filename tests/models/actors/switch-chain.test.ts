import { describe, expect, it } from 'vitest'
import { createSwitchChain } from '../../../src/machines/actors/switch-chain.ts'
import {
  createFakeWallet,
  type Habits,
  methodsOf,
  OURS,
  reasonFor,
  run,
  walletError,
  walletsWith,
} from './fake-wallet.ts'

const MAINNET = '0x1'

async function switching(habits: Habits) {
  const wallet = createFakeWallet(habits)
  const { wallets, walletId } = await walletsWith(wallet)
  const reason = await reasonFor(
    run(
      createSwitchChain(wallets, async () => {}),
      { walletId },
    ),
  )
  return { reason, asked: methodsOf(wallet).filter((method) => method !== 'eth_chainId'), wallet }
}

const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'

describe('asking a wallet to change its chain', () => {
  it.each([['0xa4b1'], ['0xA4B1'], ['42161'], [42_161]])(
    'asks nothing of one that is there already, as %s',
    async (chainId) => {
      await expect(switching({ chainId })).resolves.toMatchObject({ reason: 'none', asked: [] })
    },
  )

  it('switches to Arbitrum One, by its hexadecimal id', async () => {
    const { reason, asked, wallet } = await switching({ chainId: MAINNET })
    expect([reason, asked]).toEqual(['none', [SWITCH]])
    expect(wallet.asked.find(({ method }) => method === SWITCH)?.params).toEqual([{ chainId: OURS }])
  })

  it.each([[null], [undefined], [true], [{}]])(
    'goes by the chain afterwards where a switch answers %s',
    async (switchAnswer) => {
      await expect(switching({ chainId: MAINNET, switchAnswer })).resolves.toMatchObject({ reason: 'none' })
    },
  )

  it.each([
    ['plainly', walletError(4902)],
    ['as a text', walletError('4902')],
    ['inside another error', walletError(-32_603, 'Internal error', { originalError: { code: 4902 } })],
    ['right in the data', walletError(-32_603, 'Internal error', { code: 4902 })],
    ['as a cause', new Error('wrapped', { cause: { code: 4902 } })],
    ['as a chain that it is not connected to', walletError(4901)],
    ['as that inside another error', walletError(-32_603, 'Internal error', { originalError: { code: 4901 } })],
    ['as a fault of its own', walletError(-32_603, 'Internal error')],
    ['as a wish that it does not understand', new Error('wallet_switchEthereumChain failed')],
    ['in words alone', walletError(-32_603, 'Unrecognized chain ID "0xa4b1". Try adding the chain first.')],
  ])('adds a chain that the wallet does not know, said %s', async (_, unknownChain) => {
    const { reason, asked, wallet } = await switching({ chainId: MAINNET, unknownChain })
    expect([reason, asked]).toEqual(['none', [SWITCH, ADD]])
    expect(wallet.asked.find(({ method }) => method === ADD)?.params).toEqual([
      {
        chainId: OURS,
        chainName: 'Arbitrum One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://arb1.arbitrum.io/rpc'],
        blockExplorerUrls: ['https://arbiscan.io'],
      },
    ])
  })

  it('requests the switch again if adding the chain does not switch', async () => {
    const habits = { chainId: MAINNET, unknownChain: walletError(4902), addSwitches: false }
    await expect(switching(habits)).resolves.toMatchObject({ reason: 'none', asked: [SWITCH, ADD, SWITCH] })
  })

  it('waits for a wallet that confirms before switching', async () => {
    await expect(switching({ chainId: MAINNET, lag: 3 })).resolves.toMatchObject({ reason: 'none' })
  })

  it('rejects a wallet that confirms and never switches', async () => {
    await expect(switching({ chainId: MAINNET, lag: 99 })).resolves.toMatchObject({ reason: 'chainRefused' })
  })

  it('trusts the chain over an error', async () => {
    const habits = { chainId: MAINNET, throwsAfterSwitch: walletError(-32_000, 'something else') }
    await expect(switching(habits)).resolves.toMatchObject({ reason: 'none', asked: [SWITCH] })
  })

  it.each([
    ['the person says no', walletError(4001), 'chainRefused'],
    [
      'the person says no, wrapped',
      walletError(-32_603, 'Internal error', { originalError: { code: 4001 } }),
      'chainRefused',
    ],
    ['the person says no, in words alone', new Error('User rejected the request.'), 'chainRefused'],
    ['its prompt is open already', walletError(-32_002), 'promptOpen'],
  ])('says why, and asks for nothing more, where %s', async (_, error, reason) => {
    const habits = { chainId: MAINNET, throws: { [SWITCH]: error } }
    await expect(switching(habits)).resolves.toMatchObject({ reason, asked: [SWITCH] })
  })

  it.each([
    ['it cannot switch', walletError(4200), 'chainUnsupported'],
    ['it does not know the method', walletError(-32_601), 'chainUnsupported'],
    ['it is not connected to the chain', walletError(4901), 'chainUnsupported'],
    ['it breaks', walletError(-32_603), 'walletFailed'],
    ['it throws a text', 'no', 'walletFailed'],
    ['it throws nothing', undefined, 'walletFailed'],
  ])('says why where adding the chain does not help because %s', async (_, error, reason) => {
    const habits = { chainId: MAINNET, throws: { [SWITCH]: error }, addSwitches: false }
    await expect(switching(habits)).resolves.toMatchObject({ reason, asked: [SWITCH, ADD, SWITCH] })
  })

  it.each([
    ['the person says no', walletError(4001), 'chainRefused'],
    ['it cannot', walletError(-32_601), 'chainUnsupported'],
    ['its prompt is open already', walletError(-32_002), 'promptOpen'],
  ])('says why where a chain could not be added because %s', async (_, error, reason) => {
    const habits = { chainId: MAINNET, unknownChain: walletError(4902), throws: { [ADD]: error } }
    await expect(switching(habits)).resolves.toMatchObject({ reason, asked: [SWITCH, ADD] })
  })

  it('treats a wallet without a chain id as on another chain', async () => {
    const { reason } = await switching({ throws: { eth_chainId: walletError(4900) } })
    expect(reason).toBe('chainRefused')
  })

  it('terminates on an error that contains itself', async () => {
    const error: { code: number; cause?: unknown } = { code: 1 }
    error.cause = error
    await expect(
      switching({ chainId: MAINNET, throws: { [SWITCH]: error }, addSwitches: false }),
    ).resolves.toMatchObject({
      reason: 'walletFailed',
    })
  })

  it('reports a missing wallet', async () => {
    const { wallets } = await walletsWith(createFakeWallet())
    await expect(reasonFor(run(createSwitchChain(wallets), { walletId: 'gone' }))).resolves.toBe('noWallet')
  })
})
