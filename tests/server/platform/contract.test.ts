import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { sampleOf } from './samples.ts'

/** Inputs as programs and attackers send them: a sample, with one thing in it that is wrong, missing, doubled or strange. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    '',
    '\0',
    'a\0b',
    [],
    {},
    [''],
    [null],
    '0x',
    'NaN',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 3 }),
  fc.constant('x'.repeat(10_000)),
)
/** In a query string every value is a text, or several texts. */
const hostileText = fc.oneof(
  fc.constantFrom<string | string[]>('', '\0', '-1', '1e9', '1.5', 'true', ['a', 'b'], ['1', '1'], ['\0', '']),
  fc.string({ unit: 'binary', maxLength: 80 }).filter((text) => text.isWellFormed()),
)

describeServer(
  'the contract and the server',
  (server) => {
    const told = async (): Promise<Record<string, ValidateFunction>> => {
      const ajv = new Ajv2020({ strict: false })
      formats.default(ajv)
      const { paths } = (await server.app.http.inject({ url: '/api/openapi.json' })).json()
      return Object.fromEntries(
        calls.map(({ path, method }) => {
          const { parameters = [], requestBody } = paths[`/${path}`][method.toLowerCase()]
          const [body] = Object.values(requestBody?.content ?? {}) as { schema: object }[]
          const required = parameters.filter((each: { required: boolean }) => each.required)
          const query = {
            type: 'object',
            required: required.map(({ name }: { name: string }) => name),
            properties: Object.fromEntries(
              parameters.map(({ name, schema }: { name: string; schema: object }) => [name, schema]),
            ),
          }
          return [path, ajv.compile(body?.schema ?? query)]
        }),
      )
    }

    it('agree on every input: everything that the document excludes is refused', async () => {
      const schemas = await told()
      for (const call of calls.filter(({ file }) => !file)) {
        const { path, method } = call
        const allows = schemas[path]
        const names = [...new Set([...Object.keys(sampleOf(path)), 'lang', 'limit', 'before'])]
        let token = ''
        const send = (input: unknown) => ask(server, { path, method }, input, call.token ? token : undefined)
        await fc.assert(
          fc.asyncProperty(fc.constantFrom(...names), method === 'GET' ? hostileText : hostile, async (name, value) => {
            if (call.token) token = (await server.person()).token
            const input = { ...sampleOf(path), [name]: value }
            const { http, answer } = await send(input)
            expect(http, JSON.stringify(answer)).toBeLessThan(500)
            if (http !== 200) expect(answer).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
            if (!allows?.(input))
              expect([http, answer], `${path} ${JSON.stringify(input)}`).toEqual([
                expect.any(Number),
                expect.objectContaining({ type: 'error' }),
              ])
          }),
          { numRuns: 25, seed: 7 },
        )
      }
    })

    it('agree on the samples: everything that the document allows is accepted', async () => {
      const schemas = await told()
      for (const { path, method, token, file } of calls) {
        if (file) continue
        const input = { lang: 'en', ...sampleOf(path) }
        expect([path, schemas[path]?.(input), schemas[path]?.errors]).toEqual([path, true, null])
        const { token: own } = await server.person()
        const { answer } = await ask(server, { path, method }, input, token ? own : undefined)
        expect(answer.key, path).not.toBe('parameterError')
      }
    })

    it.each(['null', '[]', '"text"', '7', 'true'])('a body that is %s is refused', async (payload) => {
      const headers = { 'content-type': 'application/json' }
      const { token } = await server.person()
      for (const { path, method, file, token: needs } of calls) {
        if (method !== 'POST' || file) continue
        const own = needs ? { ...headers, authorization: token } : headers
        const response = await server.app.http.inject({ method, url: `/api/${path}`, headers: own, payload })
        expect([path, response.statusCode, response.json().key]).toEqual([path, 422, 'parameterError'])
      }
    })
  },
  // `calls.test.ts` covers strange texts on PostgreSQL for each field.
  { generosity: 1_000_000, databases: sqliteAlone },
)

type Where = { path: string; method: 'GET' | 'POST' }

async function ask(server: TestServer, { path, method }: Where, input: unknown, token: string | undefined) {
  const headers = token === undefined ? {} : { authorization: token }
  const url = `/api/${path}`
  const query = () =>
    new URLSearchParams(
      Object.entries(input as Record<string, string | string[]>).flatMap(([name, value]) =>
        [value].flat().map((each) => [name, String(each)]),
      ),
    ).toString()
  const response = await server.app.http.inject(
    method === 'GET'
      ? { method, url: `${url}?${query()}`, headers }
      : { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(input) },
  )
  return { http: response.statusCode, answer: response.json() as { key?: string } }
}
