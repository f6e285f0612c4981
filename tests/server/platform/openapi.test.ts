import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { startServer, type TestServer } from '../harness.ts'

type Schema = { [keyword: string]: unknown }
type Operation = {
  operationId: string
  summary: string
  security: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  components: { securitySchemes: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
}

/** Routes other than calls. */
const beside = [
  ...['/metrics', '/healthz', '/readyz', '/robots.txt', '/.well-known/change-password'],
  ...['/api/openapi.json', '/api/asyncapi.json', '/api/docs', '/api/docs.css'],
]

describe('/api/openapi.json', () => {
  let server: TestServer
  let close = async () => {}
  let document: Document
  beforeAll(async () => {
    const started = await startServer('sqlite')
    server = started.server
    close = started.close
    document = (await server.app.http.inject({ url: '/api/openapi.json' })).json()
  })
  afterAll(() => close())

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )

  it('has exactly the calls, and the server serves exactly them', () => {
    const table = calls.map(({ method, path }) => `${method} /api/${path}`).sort()
    const documented = operations().map(({ path, method }) => `${method.toUpperCase()} /api${path}`)
    expect(documented.sort()).toEqual(table)

    const served = calls.filter(({ method, path }) => server.app.http.hasRoute({ method, url: `/api/${path}` }))
    expect(served).toHaveLength(calls.length)
    const routes = server.app.http
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const match = /([\w/.*-]+) \(([A-Z, ]+)\)/.exec(line)
        return match ? [match[1]] : []
      })
    expect(routes).toHaveLength(calls.length + beside.length)
  })

  it('is an OpenAPI document of version 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Quoin', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(document.servers).toEqual([{ url: '.' }])
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, method, operation } of operations()) {
      expect(path).toMatch(/^\/[\w/]+$/)
      expect(operation.operationId).toMatch(/^\w+$/)
      expect(operation.summary.trim()).not.toBe('')
      expect(Object.keys(operation.responses)).toEqual(['200', '4XX', 'default'])
      for (const response of Object.values(operation.responses)) {
        expect(response.description).toBeTruthy()
        expect(response.content['application/json']?.schema).toBeTypeOf('object')
      }
      if (method === 'get') {
        expect(operation.requestBody).toBeUndefined()
        const names = operation.parameters?.map(({ name }) => name) ?? []
        expect(new Set(names).size).toBe(names.length)
        for (const parameter of operation.parameters ?? []) {
          expect(parameter).toMatchObject({ in: 'query', required: expect.any(Boolean), schema: expect.any(Object) })
        }
      } else {
        const besides = operation.parameters?.map(({ name, in: place }) => [place, name])
        expect(besides).toEqual(path === '/upload' ? [['header', 'x-captcha']] : undefined)
        expect(Object.keys(operation.requestBody?.content ?? {})).toHaveLength(1)
      }
    }
  })

  it('requires the token where the call does, and describes how to send it', () => {
    expect(document.components.securitySchemes).toEqual({
      token: { type: 'apiKey', in: 'header', name: 'Authorization' },
      signature: expect.objectContaining({ type: 'apiKey', in: 'header', name: 'x-provider-signature' }),
    })
    for (const { path, operation } of operations()) {
      const call = calls.find((call) => `/${call.path}` === path)
      expect(operation.security).toEqual(call?.token ? [{ token: [] }] : call?.signed ? [{ signature: [] }] : [])
    }
  })

  it('is valid by the schema of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(document as never)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('describes every input and answer in JSON Schema 2020-12, with known keywords only', () => {
    for (const { path, operation } of operations()) {
      const schemas = [
        ...(operation.parameters ?? []).map(({ schema }) => schema),
        ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
        ...Object.values(operation.responses).map(({ content }) => content['application/json']?.schema ?? {}),
      ]
      const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, strictTuples: false })
      formats(ajv)
      for (const schema of schemas) expect(() => ajv.compile(schema), path).not.toThrow()
    }
    const submit = document.paths['/microtrade/submit']?.post?.requestBody?.content['application/json']?.schema
    expect(submit).toMatchObject({
      type: 'object',
      required: ['requestId', 'symbol', 'direction', 'currency', 'amount', 'seconds'],
      properties: { direction: { enum: ['rise', 'fall'] }, amount: { type: 'string', maxLength: 29 } },
    })
  })
})
