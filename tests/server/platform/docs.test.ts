import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientFrame } from '../../../src/api/wire/frames.ts'
import { messages } from '../../../src/api/wire/messages.ts'
import { calls, serverFrame } from '../calls.ts'
import { startServer, type TestServer } from '../harness.ts'

let server: TestServer
let close = async () => {}
beforeAll(async () => {
  const started = await startServer('sqlite')
  server = started.server
  close = started.close
})
afterAll(() => close())

const get = (url: string) => server.app.http.inject({ url })

describe('docs: /api/asyncapi.json', () => {
  type Message = { name: string; summary: string; payload: object }
  const document = async () => (await get('/api/asyncapi.json')).json()
  const messagesOf = async () => Object.entries((await document()).channels.socket.messages as Record<string, Message>)

  it('is valid by the schema of AsyncAPI 3', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    const validate = ajv.compile(specs.schemasWithoutId['3.0.0'] as object)
    validate(await document())
    expect(validate.errors).toBeNull()
  })

  it('has exactly the frames of the contract, each with a description and a schema', async () => {
    const types = [...clientFrame.options, ...serverFrame.options].map(({ entries }) => entries.type.literal)
    const described = await messagesOf()
    expect(described.map(([, { name }]) => name)).toEqual(types)
    for (const [name, { summary, payload }] of described) {
      expect(summary, name).toBeTruthy()
      const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, strictTuples: false })
      formats(ajv)
      expect(() => ajv.compile(payload), name).not.toThrow()
    }
  })

  it('accepts a valid frame, and rejects an invalid one', async () => {
    const { helloApp, snapshotServer } = Object.fromEntries(await messagesOf())
    const ajv = new Ajv({ strict: false })
    formats(ajv)
    const hello = ajv.compile(helloApp?.payload ?? {})
    expect(hello({ type: 'hello', v: 1, token: null })).toBe(true)
    expect(hello({ type: 'hello', v: 2, token: null })).toBe(false)
    const snapshot = ajv.compile(snapshotServer?.payload ?? {})
    expect(snapshot(JSON.parse(server.app.market.snapshotFrame())), JSON.stringify(snapshot.errors)).toBe(true)
  })

  it('describes each operation, and has each frame in one', async () => {
    const { operations } = await document()
    const carried = Object.values(
      operations as Record<string, { messages: { $ref: string }[]; reply?: { messages: { $ref: string }[] } }>,
    ).flatMap((each) => [...each.messages, ...(each.reply?.messages ?? [])].map(({ $ref }) => $ref.split('/').at(-1)))
    expect([...new Set(carried)].sort()).toEqual((await messagesOf()).map(([name]) => name).sort())
  })
})

describe('/api/docs', () => {
  it('names every call, frame and refusal', async () => {
    const { payload, headers } = await get('/api/docs')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { path } of calls) expect(payload).toContain(`<code>/api/${path}</code>`)
    for (const { entries } of serverFrame.options) expect(payload).toContain(`<code>${entries.type.literal}</code>`)
    for (const [key, { status }] of Object.entries(messages) as [string, { status?: number }][]) {
      expect(payload.includes(`<td><code>${key}</code></td>`), key).toBe(status !== undefined)
    }
  })

  it('needs no script, no inline style and no external resource', async () => {
    const { payload, headers } = await get('/api/docs')
    expect(payload).not.toMatch(/<script|<style|\sstyle=|\son\w+=|\b(?:src|href)="(?!#|[\w.]+")/)
    expect(headers['content-security-policy']).toContain("style-src 'self'")
    expect((await get('/api/docs.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it('uses the app’s colours', async () => {
    const colours = (css: string) =>
      new Map([...css.matchAll(/(--[\w-]+): (light-dark\([^)]*\))/g)].map(([, a, b]) => [a, b]))
    const root = join(import.meta.dirname, '..', '..', '..')
    const tokens = colours(readFileSync(join(root, 'src/ui/styles/tokens.css'), 'utf8'))
    const own = colours((await get('/api/docs.css')).payload)
    expect(own.size).toBeGreaterThan(5)
    for (const [name, value] of own) expect(tokens.get(name), name).toBe(value)
  })
})
