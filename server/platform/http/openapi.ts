import { toJsonSchema } from '@valibot/to-json-schema'
import type { Call } from '../../../src/api/wire/call.ts'
import { CAPTCHA_HEADER } from '../../../src/rules/account/captcha.ts'
import { describeRules, isRelieved, type RuleDescription, sentencesOf } from './describe-rules.ts'
import type { Route } from './route.ts'

/** The default pattern of a text in a request: no null character. */
const TEXT = '^[^\\u0000]*$'

/** A request schema, with that pattern on each of its texts. */
function withText(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withText)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, withText(value)]))
  const isFree = inner.type === 'string' && !('pattern' in inner || 'enum' in inner || 'const' in inner)
  return isFree ? { ...inner, pattern: TEXT } : inner
}

const schemaOf = (schema: Call['input'], typeMode: 'input' | 'output') => {
  const { $schema: _, ...json } = toJsonSchema(schema, { target: 'draft-2020-12', typeMode, errorMode: 'ignore' })
  return json
}

const SIGNATURE =
  'Hex HMAC-SHA-256, with the shared secret, of x-provider-time (seconds since the epoch), x-provider-nonce and the raw body, joined by dots.'

const refusal = {
  type: 'object',
  required: ['type', 'code', 'message'],
  properties: {
    type: { enum: ['error', 999] },
    code: { enum: [0, 999] },
    message: { type: 'string', description: 'Chinese text' },
    key: { type: 'string' },
    params: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

const content = (type: string, schema: unknown) => ({ [type]: { schema } })

const bodyType = ({ token, file, signed }: Call) => {
  if (file) return 'multipart/form-data'
  return token || signed ? 'application/json' : 'application/x-www-form-urlencoded'
}

const captchaHeader = {
  ...{ name: CAPTCHA_HEADER, in: 'header', required: false, schema: { type: 'string', maxLength: 1_000 } },
  description: 'A solved captcha, sent in a header because it is checked before the form is read.',
}

function operation(call: Call, rules: readonly RuleDescription[]) {
  const input = withText(schemaOf(call.input, 'input')) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  const lang = { type: 'string', pattern: TEXT, description: 'The user’s language. Unsupported languages count as en.' }
  return {
    operationId: call.path.replaceAll('/', '_'),
    summary: call.summary,
    ...(rules.length > 0 && { description: sentencesOf(rules).join('\n\n'), 'x-rules': rules }),
    'x-ours': call.ours,
    'x-once': call.once,
    security: call.token ? [{ token: [] }] : call.signed ? [{ signature: [] }] : [],
    ...(call.method === 'GET'
      ? {
          parameters: Object.entries({ lang, ...input.properties }).map(([name, schema]) => ({
            name,
            in: 'query',
            required: input.required?.includes(name) ?? false,
            schema,
          })),
        }
      : {
          ...(call.file && rules.some(isRelieved) && { parameters: [captchaHeader] }),
          requestBody: {
            content: content(bodyType(call), {
              ...input,
              properties: {
                lang,
                ...input.properties,
                ...(call.file && { file: { type: 'string', format: 'binary' } }),
              },
            }),
          },
        }),
    responses: {
      200: {
        description: 'The result.',
        content: content('application/json', {
          type: 'object',
          required: ['type', 'code', 'message'],
          properties: { type: { const: 'ok' }, code: { const: 1 }, message: schemaOf(call.output, 'output') },
        }),
      },
      '4XX': {
        description:
          'A refusal, named by `key`: 401 with 999 if the session has ended, 422 if the input does not match the schema.',
        content: content('application/json', refusal),
      },
      default: { description: 'The server could not answer.', content: content('application/json', refusal) },
    },
  }
}

/** The API as an OpenAPI 3.1 document, generated from the routes: their calls and rules. */
export const openapi = (routes: readonly Route[]) => ({
  openapi: '3.1.0',
  info: { title: 'Quoin', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  // Relative to this document, whatever path the app is below.
  servers: [{ url: '.' }],
  components: {
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'Authorization' },
      signature: { type: 'apiKey', in: 'header', name: 'x-provider-signature', description: SIGNATURE },
    },
  },
  paths: Object.fromEntries(
    routes.map((route) => {
      const { call } = route
      return [`/${call.path}`, { [call.method.toLowerCase()]: operation(call, describeRules(route)) }]
    }),
  ),
})
