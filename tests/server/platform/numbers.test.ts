import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from '../../../src/api/wire/call.ts'
import * as f from '../../../src/api/wire/fields.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { currencies } from '../../../src/rules/money/currencies.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { calls } from '../calls.ts'
import { bindCard, opened as openedLots } from '../forex/support.ts'
import { describeServer } from '../harness.ts'
import { opened } from '../lever/support.ts'
import { price, requestId } from '../microtrade/support.ts'
import { leaver } from '../withdrawal/support.ts'
import { extremes } from './extremes.ts'
import { sampleOf } from './samples.ts'

type Fields = Record<string, Schema>

/** The fields of a call's input, of each of its actions where it has some. */
function fieldsOf(schema: Schema): Fields {
  const { entries = {}, options = [] } = schema as { entries?: Fields; options?: readonly Schema[] }
  return Object.assign({}, entries, ...options.filter((each) => typeof each === 'object').map(fieldsOf))
}

/** A field's schema without its optional wrapper. */
function bare(schema: Schema): Schema {
  const { wrapped } = schema as { wrapped?: Schema }
  return wrapped ? bare(wrapped) : schema
}

/** Whether a field is a number, in whatever form it is sent. */
const isNumber = (schema: Schema): boolean => {
  const field = bare(schema)
  return field === f.decimal || v.is(field, 1) || v.is(field, '0.1')
}

const numbers = calls.map((call) => ({
  call,
  fields: Object.entries(fieldsOf(call.input)).flatMap(([name, schema]) => (isNumber(schema) ? name : [])),
}))

describe('numbers: every amount and price in a request', () => {
  it('is a decimal that fits 64 bits in minor units', () => {
    const scales = [...currencies, ...instruments].map(({ scale }) => scale)
    expect(Math.max(...scales, ...instruments.map(({ quantityScale }) => quantityScale))).toBe(8)
    expect(parseMoney(`${'9'.repeat(10)}.99999999`, 8)).toBeLessThan(2n ** 63n)
    expect([v.is(f.decimal, '9'.repeat(10)), v.is(f.decimal, '9'.repeat(11))]).toEqual([true, false])
  })

  it('has that bound in the schema of its call', () => {
    const unbounded = calls.flatMap(({ path, input }) =>
      Object.entries(fieldsOf(input)).flatMap(([name, schema]) =>
        v.is(bare(schema), '0.1') && v.is(bare(schema), '9'.repeat(11)) && v.is(schema, '7') && !v.is(schema, 'seven')
          ? `${path} ${name}`
          : [],
      ),
    )
    expect(unbounded).toEqual([])
  })
})

describeServer.onSqlite('extreme numbers', (server) => {
  let token: string
  let own: Record<string, Record<string, unknown>>
  beforeAll(async () => {
    const { addressId, ...person } = await leaver(server)
    token = person.token
    await bindCard(server, person.userId)
    const { id } = await opened(server, token)
    const lots = (await openedLots(server, token)).id
    own = {
      ...{ 'forex/setstop': { id: lots }, 'forex/close': { id: lots } },
      ...{ 'lever/setstop': { id }, 'lever/add_margin': { id }, 'lever/close': { id } },
      'wallet/out': { addressId },
    }
  })

  it.each(
    numbers.filter(({ fields }) => fields.length > 0).map(({ call, fields }) => [call.path, call, fields] as const),
  )('of %s are answered without a fault of the server', async (path, call, fields) => {
    await price(server, '43000.00')
    await price(server, '1.08000', 'EURUSD')
    for (const field of fields) {
      for (const value of extremes) {
        const sample = { ...sampleOf(path), ...own[path] }
        const fresh = 'requestId' in sample ? { requestId: requestId() } : {}
        const { http } = await server.call(call, { ...sample, ...fresh, [field]: value }, token)
        expect(http, `${path} ${field} ${JSON.stringify(value)}`).toBeLessThan(500)
      }
    }
  })

  it('leave a consistent ledger', async () => {
    expect(await server.ledger()).toEqual([])
  })
})
