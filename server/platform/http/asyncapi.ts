import { toJsonSchema } from '@valibot/to-json-schema'
import type { Schema } from '../../../src/api/wire/call.ts'
import {
  type ClientFrame,
  clientFrame,
  FRAME_BYTES_MAX,
  PROTOCOL,
  type ServerFrame,
  serverFrameOf,
} from '../../../src/api/wire/frames.ts'
import { SOCKET_PATH } from '../socket/hub.ts'

/** Descriptions of the client frames; `docs/protocol.md` has the whole protocol. */
const said: Record<ClientFrame['type'], string> = {
  hello:
    'The first frame, and sent again after signing in or out. The token selects the session whose private events are sent.',
  subscribe:
    'Requests a snapshot of all quotes, or of those of some symbols, and their later changes, in the short form on request. Sent again after a gap, and with other symbols.',
  unsubscribe: 'Stops these changes.',
  watch:
    'Requests the newest recorded ticks of one symbol, its trades if the source provides them, and all later ones. null: stops them. Sent again after a gap.',
  ping: 'Checks whether the connection is alive.',
}

/** Descriptions of the server frames. */
const descriptions: Record<ServerFrame['type'], string> = {
  hello: 'Answers a hello, with the number of the user’s newest private event, or null without a session.',
  snapshot: 'All subscribed quotes. Answers a subscription, and replaces the changes at the start of each minute.',
  quotes:
    'All subscribed quotes that changed in the last 100 ms: symbol, seq, time in ms, price, bid, ask, 24-hour volume. Each symbol’s seq grows by one per frame. A larger step is a gap.',
  short:
    'The same changes in the short form: six integers each, as differences from the last values; docs/protocol.md has the rules. sum is the sum of all seq after the frame. A different one is a gap.',
  state: 'Symbols whose market changed between live, stale and closed.',
  ticks:
    'Recorded ticks of the watched symbol, oldest first: seq, time in ms, price, hash. The hash before them is the last one sent. A different one is a gap.',
  trades:
    'Trades of the watched symbol, if the source provides them, oldest first: number, time in ms, price, quantity, taker side. Numbers grow by one. A larger step is a gap.',
  account: 'A private event. Events are numbered consecutively.',
  pong: 'Answers a ping, with the server’s clock in ms.',
  signedOut: 'The session has ended or its account is frozen. The connection stays open, without private events.',
  bye: 'The server is shutting down. Reconnect after a moment.',
}

/** Which server frame answers which client frame. */
const answers: Partial<Record<ClientFrame['type'], ServerFrame['type']>> = {
  hello: 'hello',
  subscribe: 'snapshot',
  watch: 'ticks',
  ping: 'pong',
}

const jsonOf = (schema: Schema, typeMode: 'input' | 'output') => {
  const { $schema: _, ...json } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  return json
}

const NAMES = { app: 'App', server: 'Server' }
const nameOf = (type: string, from: keyof typeof NAMES) => `${type}${NAMES[from]}`
const typeOf = (frame: { entries: { type: { literal: string } } }) => frame.entries.type.literal

const messagesOf = (
  frames: typeof clientFrame | ReturnType<typeof serverFrameOf>,
  texts: Record<string, string>,
  from: keyof typeof NAMES,
) =>
  frames.options.map((frame) => {
    const type = typeOf(frame)
    const message = {
      name: type,
      summary: texts[type],
      contentType: 'application/json',
      payload: jsonOf(frame, from === 'app' ? 'input' : 'output'),
    }
    return [nameOf(type, from), message] as const
  })

const inChannel = (name: string) => ({ $ref: `#/channels/socket/messages/${name}` })
const channel = { $ref: '#/channels/socket' }

/**
 * The socket as an AsyncAPI 3 document, generated from the frames and private events, from the server's point of view: what it receives and
 * sends.
 */
export function asyncapi(events: Readonly<Record<string, Schema>>) {
  const fromApp = messagesOf(clientFrame, said, 'app')
  const fromServer = messagesOf(serverFrameOf(events), descriptions, 'server')
  const answering = new Set<string>(Object.values(answers))
  const receives = fromApp.map(([name, message]) => {
    const answer = answers[message.name as ClientFrame['type']]
    const reply = answer && { reply: { channel, messages: [inChannel(nameOf(answer, 'server'))] } }
    return [
      `receive_${name}`,
      { action: 'receive', channel, summary: message.summary, messages: [inChannel(name)], ...reply },
    ]
  })
  const sends = fromServer
    .filter(([, message]) => !answering.has(message.name) || message.name === 'snapshot' || message.name === 'ticks')
    .map(([name, message]) => [
      `send_${name}`,
      { action: 'send', channel, summary: message.summary, messages: [inChannel(name)] },
    ])
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Quoin: the socket',
      version: `${PROTOCOL}.0.0`,
      description: `Live prices for everyone, private events for their owner. Frames are JSON texts. Those of the app have at most ${FRAME_BYTES_MAX} bytes. The path takes no query: the token is sent in the first frame.`,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      socket: {
        address: SOCKET_PATH,
        summary: 'One websocket per device.',
        messages: Object.fromEntries([...fromApp, ...fromServer]),
        bindings: { ws: { method: 'GET' } },
      },
    },
    operations: Object.fromEntries([...receives, ...sends]),
  }
}
