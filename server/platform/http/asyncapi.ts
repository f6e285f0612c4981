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
  hello: 'Comes first, and again after signing in or out. The token is of the session whose private events are wanted.',
  subscribe: 'Asks for a snapshot of all quotes, and for their changes from then on. Asked again after a gap.',
  unsubscribe: 'Ends these changes.',
  watch:
    'Asks for the newest recorded ticks of one symbol, and its trades where the source tells them, and for each from then on; null: of none any more. Asked again after a gap.',
  ping: 'Asks whether the connection still stands.',
}

/** Descriptions of the server frames. */
const descriptions: Record<ServerFrame['type'], string> = {
  hello: 'Answers a hello, with the number of the user’s newest private event, or null without a session.',
  snapshot: 'All quotes. Answers a subscription, and opens each minute in place of the changes.',
  quotes:
    'All quotes that changed in the last 100 ms: symbol, seq, time in ms, price, bid, ask, 24-hour volume. Each symbol’s seq grows by one from frame to frame; more is a gap.',
  state: 'Symbols whose market changed between live, stale and closed.',
  ticks:
    'Recorded ticks of the symbol that is watched, oldest first: seq, time in ms, price, hash. The hash before them is the last one told; another is a gap.',
  trades:
    'Trades of the symbol that is watched, where the source tells its own, oldest first: number, time in ms, price, quantity, the side of who took it. Numbers grow by one; more is a gap.',
  account: 'A private event, numbered one by one.',
  pong: 'Answers a ping, with the server’s clock in ms.',
  signedOut: 'The session is over, or its account frozen. The connection stays, without private events.',
  bye: 'The server closes: come back after a moment.',
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
      description: `Live prices to everyone, private events to their owner. Frames are JSON texts, those of the app at most ${FRAME_BYTES_MAX} bytes. The path takes no query: a token goes into the first frame.`,
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
