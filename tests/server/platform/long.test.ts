import { expect, it } from 'vitest'
import { commands } from '../../../server/operator/operate.ts'
import { type Command, OperatorError, requireWords } from '../../../server/platform/command.ts'
import type { Call, Schema } from '../../../src/api/wire/call.ts'
import { type Admin, atWork, openAdmin } from '../admin/support.ts'
import { calls } from '../calls.ts'
import { describeServer } from '../harness.ts'
import { extremes } from './extremes.ts'
import { sampleOf } from './samples.ts'

type Fields = Record<string, unknown>
type Entries = Record<string, Schema>
type Shape = { type: string; entries?: Entries; options?: readonly Schema[]; wrapped?: Schema; literal?: unknown }

/** `npm run test:faults` takes all of them in every field; each day one of each sort is enough. */
const LONG = process.env.TEST_LONG !== undefined

/** A text or list far longer than allowed, and a text of exactly the allowed length. */
const longs: readonly unknown[] = [
  ...['9'.repeat(60_000), '\u{1f600}'.repeat(500), Array(101).fill('x'.repeat(500))],
  Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], 'x'),
  ...(LONG
    ? [
        ...[64, 500, 1_000, 2_000, 60_000].map((length) => 'x'.repeat(length)),
        ...['\u5b57'.repeat(20_000), `a@${'b'.repeat(10_000)}.example`],
        ...[Array(10_000).fill('BTCUSDT'), Array(10_000).fill({})],
        Object.fromEntries(Array.from({ length: 5_000 }, (_, place) => [`field${place}`, 'x'])),
      ]
    : []),
]

/** Fields of samples that belong to other actions. */
const filled: Fields = {
  ...{ password: 'Correct Horse 1', confirm: 'Correct Horse 1', oldPassword: 'nothing', code: '000000' },
  ...{ emailCode: '000000', oldCode: '000000', email: 'sample@example.com', proof: { password: 'nothing' } },
  ...{
    id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    symbol: 'BTCUSDT',
    symbols: ['BTCUSDT'],
    on: true,
    kind: 'security',
    way: 'app',
  },
  captcha: 'nothing',
  name: 'My phone',
  attestation: { id: 'aWQ', clientDataJSON: 'e30', attestationObject: 'AA' },
  subscription: {
    endpoint: 'https://push.example.com/x',
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  },
}

/** Each form that an input has: one, or one of each action. */
function formsOf({ path, input }: Call): { sample: Fields; entries: Entries }[] {
  const { entries, options = [] } = input as unknown as Shape
  if (entries) return [{ sample: sampleOf(path), entries }]
  return options.map((option) => {
    const { entries = {} } = option as unknown as Shape
    const { literal } = entries.action as unknown as Shape
    const sample = Object.fromEntries(
      Object.keys(entries).map((name) => [name, name === 'action' ? literal : filled[name]]),
    )
    return { sample, entries }
  })
}

/** The way to each field of an input, those within its fields too. */
const waysOf = (entries: Entries): string[][] =>
  Object.entries(entries).flatMap(([name, schema]) => {
    let shape = schema as unknown as Shape
    while (shape.wrapped) shape = shape.wrapped as unknown as Shape
    return [[name], ...waysOf(shape.entries ?? {}).map((way) => [name, ...way])]
  })

function withValue(fields: unknown, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const own = (typeof fields === 'object' && fields !== null ? fields : {}) as Fields
  return { ...own, [name]: rest.length === 0 ? value : withValue(own[name], rest, value) }
}

// `numbers.test.ts` covers numeric fields.
describeServer.onSqlite('long: extreme texts and lists of calls, and numbers of operators', (server) => {
  it.each(calls.map((call) => [call.path, call] as const))(
    'in any field of %s are answered without a fault of the server',
    async (path, call) => {
      const { token } = await server.person()
      for (const { sample, entries } of formsOf(call)) {
        for (const way of [...waysOf(entries), ['lang'], ['unknown']]) {
          for (const value of longs) {
            const { http } = await server.call(call, withValue(sample, way, value), call.token ? token : undefined)
            expect(http, `${path} ${way.join('.')} ${JSON.stringify(value)?.slice(0, 60)}`).toBeLessThan(500)
          }
        }
      }
    },
  )

  it('in any form of a call are tried: each has values for all of its fields', () => {
    const missing = calls.flatMap((call) =>
      formsOf(call).flatMap(({ sample }) =>
        Object.entries(sample).flatMap(([name, value]) =>
          value === undefined && name !== 'requestId' ? `${call.path} ${name}` : [],
        ),
      ),
    )
    expect(missing).toEqual([])
  })

  const words = [...longs, ...extremes].filter((value) => typeof value === 'string')
  const own: Record<string, string> = {
    CURRENCY: 'USDT',
    AMOUNT: '1',
    SCOPE: 'all',
    KIND: 'news',
    yes: 'yes',
    ROLES: 'support',
  }

  // Most words are the name of a folder that could be made, here.
  const tried = commands.filter(({ args }) => !args.includes('FOLDER'))
  it.each(tried.map((command) => [command.name, command] as const))(
    'in any word of the command %s are taken or refused in one line',
    async (_, command) => {
      const { userId } = await server.person()
      const sampled = (value: string) => own[value] ?? (value === 'USER' ? userId : 'x')
      const base = { args: command.args.map(sampled), options: optionsOf(command, sampled) }
      for (const value of words) {
        for (const place of command.args.keys()) {
          await isRefusedInOneLine(command, { ...base, args: base.args.with(place, value) })
        }
        for (const { name } of command.options) {
          await isRefusedInOneLine(command, { ...base, options: { ...base.options, [name]: value } })
        }
      }
    },
  )

  async function isRefusedInOneLine(command: Command, given: { args: string[]; options: Record<string, string> }) {
    try {
      requireWords(command, given)
      await command.run({ platform: server.platform, who: 'root', ...given, tell: () => {}, secret: async () => '' })
    } catch (error) {
      expect(error, `${command.name} ${JSON.stringify(given).slice(0, 200)}`).toBeInstanceOf(OperatorError)
    }
  }

  it('in the admin console cause no server error', async () => {
    const admin: Admin = await openAdmin(server)
    const cookie = await atWork(server, admin, 'ann', 'support', 'review', 'treasurer', 'auditor')
    const sample = { command: 'user show', args: ['x'], options: { why: 'a test' } }
    for (const value of [...longs, ...extremes]) {
      for (const way of [['command'], ['args'], ['args', '0'], ['options'], ['options', 'why'], ['quiet'], ['more']]) {
        const { status } = await admin.post('/desk/act', withValue(sample, way, value), cookie)
        expect(status, `${way.join('.')} ${JSON.stringify(value)?.slice(0, 60)}`).toBeLessThan(500)
      }
      for (const name of ['name', 'password', 'code']) {
        const { status } = await admin.post('/desk/sign-in', {
          name: 'ann',
          password: 'x',
          code: '000000',
          [name]: value,
        })
        expect(status, `sign-in ${name}`).toBeLessThan(500)
      }
    }
    await admin.http.close()
  })

  it('leave a consistent ledger', async () => {
    expect(await server.ledger()).toEqual([])
  })
})

const optionsOf = ({ options }: Command, sampled: (value: string) => string): Record<string, string> =>
  Object.fromEntries(options.flatMap(({ name, value, needed }) => (needed ? [[name, sampled(value)]] : [])))
