import type { ClientFrame, ServerFrame } from '../../../src/api/wire/frames.ts'
import { createQuoteBase, FIELDS, shorten, takeQuotes, takeSnapshot } from '../../../src/api/wire/short-quotes.ts'

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>
type Form = 'long' | 'short'

/** What a member asked for. `symbols`: undefined for all. */
export type Subscription = Pick<Extract<ClientFrame, { type: 'subscribe' }>, 'form' | 'symbols'>

/** Members that get the same frames. `rows`: places of its symbols in the base. `sentAt`: time of its last quotes, in ms. */
type Group<Member> = {
  key: string
  form: Form
  symbols: ReadonlySet<string> | undefined
  members: Set<Member>
  rows: number[]
  places: Map<string, number>
  sentAt: number
}

/** A group none of whose quotes changed gets an empty frame after this long, in ms: otherwise it would take the market for silent. */
export const EMPTY_EVERY_MS = 2_000

export type QuoteGroupsOptions<Member> = {
  /** A serialised snapshot of all quotes. */
  snapshot(): string
  send(member: Member, frame: Buffer): void
  /** A member that does not keep up misses frames, and detects it by the numbers. */
  keepsUp(member: Member): boolean
}

/**
 * The market's frames for groups of sockets. Each changed quote is serialised once, and each group's frame is joined from these pieces
 * once, however many sockets it has.
 */
export function createQuoteGroups<Member>({ snapshot, send, keepsUp }: QuoteGroupsOptions<Member>) {
  const base = createQuoteBase()
  const groups = new Map<string, Group<Member>>()
  const groupOf = new Map<Member, Group<Member>>()

  const leave = (member: Member): void => {
    const group = groupOf.get(member)
    groupOf.delete(member)
    group?.members.delete(member)
    if (group?.members.size === 0) groups.delete(group.key)
  }

  const place = (group: Group<Member>) => {
    const { symbols } = group
    if (!symbols) return
    group.rows = base.rows.flatMap(({ symbol }, row) => (symbols.has(symbol) ? [row] : []))
    group.places = new Map(group.rows.map((row, at) => [base.rows[row]?.symbol ?? '', at]))
  }

  const join = (member: Member, { form: asked, symbols }: Subscription): Group<Member> => {
    const form: Form = asked ?? 'long'
    const set = symbols && new Set([...symbols].sort())
    const key = [form, ...(set ?? ['*'])].join(' ')
    const added: Group<Member> = {
      key,
      form,
      symbols: set,
      members: new Set<Member>(),
      rows: [],
      places: new Map(),
      sentAt: 0,
    }
    const group = groups.get(key) ?? added
    if (group === added) place(group)
    groups.set(key, group)
    group.members.add(member)
    groupOf.set(member, group)
    return group
  }

  const sendAll = ({ members }: Group<Member>, text: string) => {
    const bytes = Buffer.from(text)
    for (const member of members) if (keepsUp(member)) send(member, bytes)
  }

  /** The quotes of the last snapshot, each serialised: a storm of reconnections asks for the same one. */
  let taken: { text: string; time: number; quotes: readonly (readonly [symbol: string, text: string])[] } | undefined
  const quotesOf = (text: string) => {
    if (taken?.text === text) return taken
    const { time, quotes } = JSON.parse(text) as FrameOf<'snapshot'>
    taken = { text, time, quotes: quotes.map((quote) => [quote.symbol, JSON.stringify(quote)]) }
    return taken
  }
  const snapshotOf = (text: string, { symbols }: Group<Member>): string => {
    if (!symbols) return text
    const { time, quotes } = quotesOf(text)
    const own = quotes.flatMap(([symbol, quote]) => (symbols.has(symbol) ? [quote] : []))
    return `{"type":"snapshot","time":${time},"quotes":[${own}]}`
  }

  const onSnapshot = (text: string, frame: FrameOf<'snapshot'>) => {
    takeSnapshot(base, frame.quotes)
    for (const group of groups.values()) {
      place(group)
      group.sentAt = frame.time
      sendAll(group, snapshotOf(text, group))
    }
  }

  const onQuotes = (text: string, frame: FrameOf<'quotes'>) => {
    const short = shorten(base, frame)
    takeQuotes(base, frame.quotes)
    const shortText = short && JSON.stringify(short)
    const pieces: Record<Form, Map<string, string> | undefined> = {
      short: short && new Map(frame.quotes.map(([symbol], at) => [symbol, pieceOf(short.changes, at)])),
      long: undefined,
    }
    for (const group of groups.values()) {
      const form = pieces.short ? group.form : 'long'
      if (!group.symbols) sendAll(group, form === 'short' && shortText ? shortText : text)
      else {
        pieces[form] ??= new Map(frame.quotes.map((change) => [change[0], JSON.stringify(change)]))
        sendPart(group, frame, form, pieces[form])
      }
    }
  }

  /** Sends a group its part of a frame of quotes. */
  const sendPart = (
    group: Group<Member>,
    { time, quotes }: FrameOf<'quotes'>,
    form: Form,
    pieces: ReadonlyMap<string, string>,
  ) => {
    const changes: string[] = []
    for (const [symbol] of quotes) {
      const at = group.places.get(symbol)
      const piece = pieces.get(symbol) ?? ''
      if (at !== undefined) changes.push(form === 'short' ? `${at},${piece}` : piece)
    }
    if (changes.length === 0 && time - group.sentAt < EMPTY_EVERY_MS) return
    group.sentAt = time
    if (form === 'long') return sendAll(group, `{"type":"quotes","time":${time},"quotes":[${changes}]}`)
    let sum = 0
    for (const row of group.rows) sum += base.rows[row]?.seq ?? 0
    sendAll(group, `{"type":"short","time":${time},"sum":${sum},"changes":[${changes}]}`)
  }

  const onState = (text: string, frame: FrameOf<'state'>) => {
    for (const group of groups.values()) {
      const symbols = group.symbols && frame.symbols.filter(([symbol]) => group.symbols?.has(symbol))
      if (!symbols) sendAll(group, text)
      else if (symbols.length > 0) sendAll(group, JSON.stringify({ ...frame, symbols } satisfies ServerFrame))
    }
  }

  return {
    /** Replaces what a member gets, and sends it a snapshot of that. */
    subscribe: (member: Member, subscription: Subscription): void => {
      const text = snapshot()
      // Before the first snapshot among the frames, short forms continue this one.
      if (base.rows.length === 0) takeSnapshot(base, (JSON.parse(text) as FrameOf<'snapshot'>).quotes)
      leave(member)
      send(member, Buffer.from(snapshotOf(text, join(member, subscription))))
    },
    leave,
    /** The market's next frame. */
    onFrame: (text: string): void => {
      const frame = JSON.parse(text) as ServerFrame
      if (frame.type === 'snapshot') onSnapshot(text, frame)
      else if (frame.type === 'quotes') onQuotes(text, frame)
      else if (frame.type === 'state') onState(text, frame)
    },
  }
}

/** A change's integers without its place, which differs from group to group. */
const pieceOf = (changes: readonly number[], at: number) => changes.slice(at * FIELDS + 1, (at + 1) * FIELDS).join()
