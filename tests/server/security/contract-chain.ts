import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEVM } from '@ethereumjs/evm'
import { concat, getBytes, getCreate2Address, hexlify, keccak256, ZeroHash } from 'ethers'

const byteOf = (value: number) => value.toString(16).padStart(2, '0')

/** Init code that deploys a contract of at most 255 bytes: it copies what follows it, and returns it. */
const deploying = (code: string) => `0x60${byteOf(code.length / 2)}80600b6000396000f3${code}`

// calldatacopy(0, 0, calldatasize); return create2(0, 0, calldatasize, 0)
const FACTORY = deploying('36600060003760003660006000f560005260206000f3')

/** A contract wallet of one owner: `isValidSignature` by ecrecover returns the magic value, or reverts. */
export function walletCode(owner: string, magic = '1626ba7e'): string {
  const begin = [
    '600435600052', // mstore(0, hash)
    '60a43560001a602052', // mstore(32, v)
    '606435604052608435606052', // mstore(64, r); mstore(96, s)
    '602060006080600060015afa50', // ecrecover(0, 128) to 0
    `60005173${owner.slice(2)}14`, // mload(0) == owner
  ].join('')
  const isRight = begin.length / 2 + 8
  return deploying(`${begin}60${byteOf(isRight)}5760006000fd5b63${magic}60e01b60005260206000f3`)
}

/** A local chain: an EVM behind the two JSON-RPC calls that the server makes. */
export async function startChain({ chainId = '0xa4b1' } = {}) {
  const evm = await createEVM()
  const gasLimit = 30_000_000n
  const { createdAddress: factory } = await evm.runCall({ data: getBytes(FACTORY), gasLimit })
  if (!factory) throw new Error('the factory was not deployed')
  const called: string[] = []
  /** Runs init code, and undoes what it did. */
  const call = async (data: string) => {
    await evm.journal.checkpoint()
    const { execResult } = await evm.runCall({ data: getBytes(data), gasLimit })
    await evm.journal.revert()
    return hexlify(execResult.returnValue)
  }
  let isDown = false
  const http = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', async () => {
      const { method, params } = JSON.parse(body)
      called.push(method)
      response.statusCode = isDown ? 503 : 200
      const result = method === 'eth_chainId' ? chainId : await call(params[0].data)
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const deployer = factory.toString()
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    factory: deployer,
    called,
    fail: (down: boolean) => {
      isDown = down
    },
    addressOf: (code: string) => getCreate2Address(deployer, ZeroHash, keccak256(code)),
    deploy: async (code: string) => {
      await evm.runCall({ to: factory, data: getBytes(concat([code])), gasLimit })
    },
    end: () => new Promise<void>((resolve) => http.close(() => resolve())),
  }
}
