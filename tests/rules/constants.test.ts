import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forexMachine } from '../../src/machines/orders/forex.ts'
import { leverMachine } from '../../src/machines/orders/lever.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { spotMachine } from '../../src/machines/orders/spot.ts'
import { receiptCodes } from '../../src/machines/receipts/codes.ts'
import { CONSTANTS, constants, withHash } from '../receipts/constants.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

describe('constants: what receipts are verified with', () => {
  it('is what the server trades by: npm run constants writes it', () => {
    expect(read(CONSTANTS)).toBe(constants())
  })

  it('is named by its hash in the protocol and in the verifier', () => {
    const files = withHash(constants())
    expect([...files.keys()]).toEqual(['docs/verify.py', 'docs/protocol.md'])
    for (const [file, text] of files) expect(read(file)).toBe(text)
  })

  it('has the codes that the machines have', () => {
    const machines = { microtrade: microtradeMachine, spot: spotMachine, lever: leverMachine, forex: forexMachine }
    for (const [kind, codes] of Object.entries(receiptCodes)) {
      for (const [state, [list, status]] of Object.entries(codes)) {
        expect(metaOf(machines[kind as keyof typeof machines] as typeof spotMachine, state as never)).toMatchObject({
          list,
          status,
        })
      }
    }
  })
})
