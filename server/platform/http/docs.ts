import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Call } from '../../../src/api/wire/call.ts'
import { chineseTexts } from '../../../src/api/wire/chinese.ts'
import { type MessageKey, messages } from '../../../src/api/wire/messages.ts'
import { asyncapi } from './asyncapi.ts'
import { type Encoded, type Encoding, encode, encodingOf, onceLevels, sendEncoded } from './compression.ts'
import { openapi } from './openapi.ts'
import type { Route } from './route.ts'

/** The API documentation: one page without scripts, generated from the same calls and frames as the documents. */

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema | Schema[]
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  [limit: string]: unknown
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const
const html = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign as keyof typeof entities])
const code = (text: string) => `<code>${html(text)}</code>`

/** A value's type in one line. */
function kindOf(schema: Schema): string {
  const { anyOf, allOf, oneOf, items, prefixItems, properties } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf ?? oneOf) return [...new Set((anyOf ?? oneOf ?? []).map(kindOf))].join(' | ')
  if (allOf) return kindOf(Object.assign({}, ...allOf))
  // OpenAPI describes a tuple with prefixItems, AsyncAPI with an array of items.
  const tuple = prefixItems ?? (Array.isArray(items) ? items : undefined)
  if (tuple) return `[${tuple.map(kindOf).join(', ')}]`
  if (items && !Array.isArray(items)) return `list of ${kindOf(items)}`
  if (properties) return 'object'
  return schema.type ?? 'anything'
}

const LIMITS: Record<string, string> = {
  minLength: 'at least {} characters',
  maxLength: 'at most {} characters',
  minimum: 'at least {}',
  maximum: 'at most {}',
  minItems: 'at least {} of them',
  maxItems: 'at most {} of them',
  pattern: 'like {}',
  default: '{} unless said',
  format: '{}',
}

function limitsOf(schema: Schema): string {
  const whole: Schema = Object.assign({}, schema, ...(schema.allOf ?? []))
  const limits = Object.entries(LIMITS).flatMap(([name, text]) =>
    whole[name] === undefined ? [] : [text.replace('{}', String(whole[name]))],
  )
  return [...(typeof whole.description === 'string' ? [whole.description] : []), ...limits].join('; ')
}

/** All fields of a value, nested ones by their path. `optional`: mark optional fields with a question mark. */
function rowsOf(schema: Schema, at = ''): { name: string; kind: string; limits: string }[] {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) {
    const rows = variants.flatMap((each) => rowsOf(each, at))
    return [...new Map(rows.map((row) => [`${row.name} ${row.kind}`, row])).values()]
  }
  if (schema.items && !Array.isArray(schema.items)) return rowsOf(schema.items, `${at}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${at}${at && '.'}${key}${schema.required?.includes(key) ? '' : '?'}`
    return [{ name, kind: kindOf(field), limits: limitsOf(field) }, ...rowsOf(field, name)]
  })
}

function table(schema: Schema): string {
  const rows = rowsOf(schema)
  if (rows.length === 0) return `<p>${code(kindOf(schema))}</p>`
  const body = rows.map(
    ({ name, kind, limits }) => `<tr><td>${code(name)}</td><td>${code(kind)}</td><td>${html(limits)}</td></tr>`,
  )
  return `<div class="scroll"><table><tr><th>field</th><th>is</th><th>limits</th></tr>${body.join('')}</table></div>`
}

type Operation = {
  description?: string
  parameters?: { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: { 200: { content: { 'application/json': { schema: Schema } } } }
}

function inputOf({ parameters, requestBody }: Operation): { how: string; schema: Schema } {
  const [body] = Object.entries(requestBody?.content ?? {})
  if (body) return { how: body[0], schema: body[1].schema }
  const required = (parameters ?? []).filter((each) => each.required).map(({ name }) => name)
  const properties = Object.fromEntries((parameters ?? []).map(({ name, schema }) => [name, schema]))
  return { how: 'in the query', schema: { type: 'object', properties, required } }
}

function callSection(call: Call, operation: Operation): string {
  const { how, schema } = inputOf(operation)
  const answer = operation.responses[200].content['application/json'].schema.properties?.message ?? {}
  const marks = [...(call.token ? ['token'] : []), ...(call.once ? ['once'] : [])]
  return `<details id="${call.path.replaceAll('/', '_')}"><summary><span class="method">${call.method}</span>
<code>/api/${html(call.path)}</code>${marks.map((mark) => `<span class="mark">${mark}</span>`).join('')}
<span class="text">${html(call.summary)}</span></summary><div class="inside">
${rulesOf(operation)}<h3>Input, ${html(how)}</h3>${table(schema)}<h3>Answer</h3>${table(answer)}</div></details>`
}

function rulesOf({ description }: Operation): string {
  if (description === undefined) return ''
  const lines = description.split('\n\n').map((line) => `<li>${html(line).replace(/`(\w+)`/g, '<code>$1</code>')}</li>`)
  return `<h3>Rules</h3><ul>${lines.join('')}</ul>`
}

function frameSection(who: string, message: { name: string; summary?: string | undefined; payload: unknown }): string {
  return `<details><summary><span class="method">${who}</span><code>${html(message.name)}</code>
<span class="text">${html(message.summary ?? '')}</span></summary><div class="inside">${table(message.payload as Schema)}</div></details>`
}

function refusalRow([key, { status }]: [MessageKey, { status?: number }]): string {
  return status ? `<tr><td>${code(key)}</td><td>${status}</td><td lang="zh">${html(chineseTexts[key])}</td></tr>` : ''
}

/** The contract of a server: its calls with their rules, and the bodies of its private events by kind. */
export type Contract = { routes: readonly Route[]; events: Readonly<Record<string, Call['output']>> }

/** The complete page. */
export function docsPage({ routes, events }: Contract): string {
  const document = openapi(routes)
  const calls = routes.map(({ call }) => call)
  const operationOf = ({ path, method }: Call) =>
    (document.paths[`/${path}`] as Record<string, unknown>)[method.toLowerCase()] as Operation
  const nouns = Map.groupBy(calls, ({ path }) => path.split('/')[0] ?? '')
  const frames = Object.entries(asyncapi(events).channels.socket.messages)
  const sections = [...nouns].map(
    ([noun, each]) =>
      `<h2 id="${html(noun)}">${html(noun)}</h2>${each.map((call) => callSection(call, operationOf(call))).join('\n')}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quoin: API</title><link rel="stylesheet" href="docs.css"></head><body>
<header><h1>Quoin: API</h1>
<p>Every call of the server and every frame of its socket, made from the contract that it runs on. For programs:
<a href="openapi.json">openapi.json</a> and <a href="asyncapi.json">asyncapi.json</a>.</p>
<nav aria-label="Parts">${[...nouns.keys(), 'socket', 'refusals'].map((noun) => `<a href="#${html(noun)}">${html(noun)}</a>`).join('')}</nav></header>
<main>
<p>An answer is <code>{"type":"ok","code":1,"message":…}</code>, with what is described below as its message; a refusal has
the type <code>error</code>, a key and its parameters; 999 says that the session is over. A call marked <em>token</em> wants the
session’s token in the header <code>Authorization</code>. One marked <em>once</em> moves money: the same
<code>requestId</code> answers with its first answer again. Amounts are decimal texts. <code>?</code> marks what may be left out.</p>
${sections.join('\n')}
<h2 id="socket">socket</h2>
<p>A websocket at <code>/api/socket</code>. <em>app</em> says what the app sends, <em>server</em> what comes back.</p>
${frames.map(([name, message]) => frameSection(name.endsWith('App') ? 'app' : 'server', message)).join('\n')}
<h2 id="refusals">refusals</h2>
<div class="scroll"><table><tr><th>key</th><th>status</th><th>text</th></tr>${(Object.entries(messages) as [MessageKey, { status?: number }][]).map(refusalRow).join('')}</table></div>
</main></body></html>`
}

/** Serves the contract: as OpenAPI and AsyncAPI for programs, as a page for readers. */
export function serveDocs(app: FastifyInstance, contract: Contract): void {
  const json = 'application/json; charset=utf-8'
  serveText(app, '/api/openapi.json', json, () => JSON.stringify(openapi(contract.routes)))
  serveText(app, '/api/asyncapi.json', json, () => JSON.stringify(asyncapi(contract.events)))
  serveText(app, '/api/docs', 'text/html; charset=utf-8', () => docsPage(contract))
  serveText(app, '/api/docs.css', 'text/css; charset=utf-8', () =>
    readFileSync(new URL('./docs.css', import.meta.url), 'utf8'),
  )
}

/** Made and compressed once, on the first request, so that starts are not slowed. */
function serveText(app: FastifyInstance, url: string, type: string, make: () => string): void {
  let made: string | undefined
  const encoded = new Map<Encoding, Promise<Encoded>>()
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const encoding = encodingOf(request.headers['accept-encoding'])
      made ??= make()
      const text = encoded.get(encoding) ?? encode(made, encoding, onceLevels)
      encoded.set(encoding, text)
      reply.header('vary', 'accept-encoding')
      return sendEncoded(request, reply, await text, type)
    },
  })
}
