import { AbiCoder } from 'ethers/abi'
import { concat, dataSlice, zeroPadBytes } from 'ethers/utils'
import * as v from 'valibot'
import { CHAIN_ID } from '../../src/rules/account/network.ts'
import { wait } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'
import { createTurns, type Turns } from '../platform/unit/turns.ts'
import { limits, SLOW_MS } from './limits.ts'

/** `isValidSignature(bytes32,bytes)` of ERC-1271, and what it returns for a valid signature. */
const MAGIC = '0x1626ba7e'
/** The end of a signature of a wallet that may not be deployed yet (ERC-6492). */
const COUNTERFACTUAL = '6492'.repeat(16)
const CALL_MS_MAX = 5_000
/** Gas of one check: enough to deploy a wallet. */
const GAS = '0x1c9c380'
const AT_ONCE_MAX = 4
const WAITING_MAX = 64

const abi = AbiCoder.defaultAbiCoder()

/** A wallet's signature. `deploy`: the call that creates the wallet, if it may not exist yet (ERC-6492). */
type Parts = { signature: string; deploy: { factory: string; data: string } | null }

/** @throws for a malformed one */
function partsOf(sign: string): Parts {
  if (!sign.endsWith(COUNTERFACTUAL)) return { signature: sign, deploy: null }
  const [factory, data, signature] = abi.decode(['address', 'bytes', 'bytes'], dataSlice(sign, 0, sign.length / 2 - 33))
  return { signature, deploy: { factory, data } }
}

const push = (value: number) => `61${value.toString(16).padStart(4, '0')}`
const sizeOf = (data: string) => data.length / 2 - 1

/**
 * Init code that asks a wallet, and is run by `eth_call` without being deployed: it calls the factory, whether or not that succeeds, calls
 * the wallet by STATICCALL, and returns three words: what the wallet answered, whether it did, and how many bytes that were.
 */
export function askingCode(wallet: string, hash: string, { signature, deploy }: Parts): string {
  const ask = concat([MAGIC, abi.encode(['bytes32', 'bytes'], [hash, signature])])
  const create = deploy?.data ?? '0x'
  // Memory that neither call's data reaches is zero.
  const answer = Math.max(sizeOf(create), sizeOf(ask))
  const codeOf = (length: number) => {
    const copy = (size: number, offset: number) => `${push(size)}${push(offset)}${push(0)}39`
    const zero = push(0)
    return [
      deploy && [
        copy(sizeOf(create), length),
        zero,
        zero,
        push(sizeOf(create)),
        zero,
        zero,
        `73${deploy.factory.slice(2)}`,
        '5af150',
      ],
      [
        copy(sizeOf(ask), length + sizeOf(create)),
        push(32),
        push(answer),
        push(sizeOf(ask)),
        zero,
        `73${wallet.slice(2)}`,
        '5afa',
      ],
      [push(answer + 32), '52', '3d', push(answer + 64), '52', push(96), push(answer), 'f3'],
    ]
      .flat()
      .filter((part) => part !== null)
      .join('')
  }
  const code = `0x${codeOf(codeOf(0).length / 2)}`
  return concat([code, create, ask])
}

/** The only answer of `askingCode` that counts: the magic value, by a call that succeeded, in one word. */
const VALID = concat([zeroPadBytes(MAGIC, 32), abi.encode(['uint256', 'uint256'], [1, 32])])

const answered = v.object({ result: v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i), v.toLowerCase()) })

/** The operator's node. `named`: it has named our chain. */
type ChainNode = { turn: Turns; named: boolean }

const nodes = new WeakMap<Db, ChainNode>()

function nodeOf(db: Db): ChainNode {
  const node = nodes.get(db) ?? { turn: createTurns(AT_ONCE_MAX, WAITING_MAX), named: false }
  nodes.set(db, node)
  return node
}

/** A wallet's signature to check. `hash`: of the message (EIP-191), in hexadecimal; `sign`: with `0x`. */
type Claim = { address: string; hash: string; sign: string }

/**
 * Whether a contract wallet accepts a signature (ERC-1271, ERC-6492), by its chain.
 *
 * @param url JSON-RPC of a node of the chain, with user and password in the URL if it needs them
 * @param asker whose turn it is: a user or a network address
 * @throws Refusal `tooManyRequests` if too many are waiting; Error if the node does not answer, or is of another chain
 */
export async function isSignedByContract(
  { db, clock, throttle }: Platform,
  url: string,
  { address, hash, sign }: Claim,
  asker: string,
): Promise<boolean> {
  let data: string
  try {
    data = askingCode(address, hash, partsOf(sign))
  } catch {
    return false
  }
  const node = nodeOf(db)
  return node.turn(async () => {
    const { allowed } = await throttle.take(limits.contractWallets, '')
    if (!allowed) await wait(clock, SLOW_MS)
    if (!node.named) await requireChain(url)
    node.named = true
    const isValid = (await rpc(url, 'eth_call', [{ data, gas: GAS }, 'latest'])) === VALID
    if (isValid) await throttle.giveBack(limits.contractWallets, '')
    return isValid
  }, [asker])
}

/** @throws if the node is of another chain */
async function requireChain(url: string): Promise<void> {
  if (Number(await rpc(url, 'eth_chainId', [])) !== CHAIN_ID) throw new Error(`the node is not of chain ${CHAIN_ID}`)
}

/** A call's result. @throws without one */
async function rpc(url: string, method: string, params: unknown[]): Promise<string> {
  const { username, password } = new URL(url)
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  const response = await fetch(plain, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(username && {
        authorization: `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`,
      }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error',
    signal: AbortSignal.timeout(CALL_MS_MAX),
  })
  if (!response.ok) throw new Error(`${method}: ${response.status}`)
  return v.parse(answered, await response.json()).result
}
