import { isDeepStrictEqual } from 'node:util'
import { eventsOf, type Module } from '../../server/module.ts'
import type { OrderOnWire } from '../../server/orders/module.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import { setStatus as setStatusOf } from '../../server/user/module.ts'
import { login, mailCode, outbox, register } from '../../src/api/account/user.ts'
import { getInfo } from '../../src/api/money/wallet.ts'
import type { Call, Envelope, Output } from '../../src/api/wire/call.ts'
import { events } from '../../src/api/wire/events.ts'
import { type ServerFrame, serverFrameOf } from '../../src/api/wire/frames.ts'
import { createInvariants } from '../server/invariants.ts'
import type { Judge } from '../server/kit/judge.ts'
import { createManualClock } from '../server/manual-clock.ts'
import { createChance } from './chance.ts'
import { type HasChanged, watchChanges } from './changes.ts'
import { type Device, openDevice } from './device.ts'
import { createFeed } from './feed.ts'
import { type Fault, type Life, type Surroundings, startLife } from './life.ts'
import { type Ask, minor, PAPER, type Person, type Placed, type SimulatedKind } from './model.ts'
import { watchRecord } from './record.ts'
import { createStorage } from './storage.ts'

/** Something that must never happen has happened. */
export class Violation extends Error {}

/** The simulated kinds of order, and the modules and judges that they need. */
export type Listed = {
  kinds: readonly SimulatedKind[]
  modules: readonly Module[]
  judges: readonly Judge[]
}

const amountOf = (kind: SimulatedKind, order: OrderOnWire) =>
  kind.amountOf?.(order) ?? String((order as OrderOnWire & { amount: string }).amount)

export type Answer<C extends Call = Call> = Envelope<Output<C>> & { http: number }

export type World = Awaited<ReturnType<typeof createWorld>>

const SECOND_MS = 1_000
/** How long the server may lag after a fault, in ms of its clock. */
const BEHIND_MS_MAX = 3_000
/** Everyone is asked for everything at least once in so many checks. */
const CHECKS_PER_FULL = 16
const PASSWORD = 'Correct Horse 1'
const PEOPLE = 3

/** Starts that a new market may open on: in the week, shortly before it ends, shortly before the end of the weekend, and of a break of metals. */
const starts = [
  Date.UTC(2026, 0, 5, 12),
  Date.UTC(2026, 0, 5, 23, 59, 40),
  Date.UTC(2026, 0, 9, 21, 57),
  Date.UTC(2026, 0, 11, 21, 58),
  Date.UTC(2026, 0, 6, 22, 58),
]

/** The whole server with its environment on virtual time: people, devices, prices and faults. */
export async function createWorld(seed: string, trace: (line: string) => void, { kinds, modules, judges }: Listed) {
  const chance = createChance(`${seed} world`)
  const storage = await createStorage()
  const feed = createFeed(seed)
  const record = watchRecord(feed)
  const people: Person[] = []
  /** Whose token it is, or was. */
  const owners = new Map<string, Person>()
  const stats = new Map<string, number>()
  const frames = serverFrameOf(eventsOf(modules))
  const invariants = createInvariants({ modules, judges })
  let devices: Device[] = []
  /** Connections left by a server: they reconnect to the next one. */
  let lost: Device[] = []
  let devicesMade = 0
  let happened = 0
  let lives = 0
  let elapsed = 0
  let troubledAt = 0
  let struck = 0
  let downMs = 0
  /** The latest that the clock ever showed, before it was set. */
  let latest = 0
  let life: Life
  const wrong: string[] = []
  let checks = 0
  /** The life in which everyone was last asked for everything. */
  let askedIn = 0
  const look = watchChanges([...new Set(['accounts', 'events', ...kinds.flatMap(({ tables }) => tables)])])

  const count = (what: string) => stats.set(what, (stats.get(what) ?? 0) + 1)
  const note = (line: string) => {
    happened += 1
    trace(line)
  }
  const trouble = () => {
    troubledAt = elapsed
    latest = Math.max(latest, clock.now())
  }
  const isTroubled = () => elapsed - troubledAt < BEHIND_MS_MAX

  // A group of units may yield this many turns before a statement.
  const TURNS_QUIET = 5
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  /** Runs until everything is idle, restarting a crashed server. Nothing waits for real time. */
  const settle = async () => {
    for (let quiet = 0, seen = happened; quiet < TURNS_QUIET; quiet = seen === happened ? quiet + 1 : 0) {
      seen = happened
      await turn()
      if (life.gone) await start()
    }
    if (wrong.length > 0) throw new Violation(wrong.join('\n'))
  }
  const clock = createManualClock(chance.pick(starts), settle)

  const around: Surroundings = {
    seed,
    modules,
    clock,
    storage,
    feed,
    fault: undefined,
    stir: () => {
      happened += 1
    },
    struck: ({ at, when, effect }) => {
      struck += 1
      trouble()
      count(`fault: ${effect} ${when} a ${at}`)
      note(`fault ${effect} ${when} a ${at}`)
    },
    log: (level, line) => {
      note(`log ${line}`)
      if (level >= 50 && !isTroubled()) wrong.push(`an error in the log, and nothing had gone wrong: ${line}`)
    },
    ended: () => {
      lost = devices.filter(({ open }) => open)
      for (const device of lost) device.drop()
    },
  }

  const start = async () => {
    clock.jump(downMs)
    elapsed += downMs
    downMs = 0
    for (let attempt = 1; ; attempt++) {
      lives += 1
      trouble()
      try {
        life = await startLife(around, lives)
        note(`life ${lives} began at ${clock.now()}`)
        if (clock.now() < latest) record.forgetShown()
        for (const { token, deaf } of lost.splice(0)) connect(token, deaf)
        return
      } catch (error) {
        note(`life ${lives} did not begin: ${error}`)
        if (attempt === 3) throw new Violation(`the server does not start: ${error}`)
      }
    }
  }

  /** Sends a call. Its answer is available once everything is idle; none if the server crashed first. */
  const send = <C extends Call>(call: C, input: Record<string, unknown>, token?: string) => {
    const at = life
    const headers = token === undefined ? {} : { authorization: token }
    const body = { lang: 'en', ...input }
    const url = `/api/${call.path}`
    const strikes = struck
    const sent: { answer: Answer<C> | undefined; at: Life } = { answer: undefined, at }
    const take = ({ statusCode, payload }: { statusCode: number; payload: string }) => {
      if (at.gone) return
      sent.answer = { ...JSON.parse(payload), http: statusCode }
      note(`${call.path} ${JSON.stringify(input)}: ${statusCode} ${payload}`)
      if (statusCode >= 500 && struck === strikes) wrong.push(`${call.path}: ${payload}, and nothing had gone wrong`)
    }
    at.app.http
      .inject(
        call.method === 'GET'
          ? { method: 'GET', url, query: JSON.parse(JSON.stringify(body)), headers }
          : { method: 'POST', url, payload: body, headers },
      )
      .then(take, (error) => wrong.push(`${call.path}: ${error}`))
    return sent
  }
  const ask = async <C extends Call>(call: C, input: Record<string, unknown>, token?: string) => {
    const sent = send(call, input, token)
    await settle()
    if (!sent.answer && !sent.at.gone) throw new Violation(`${call.path} was not answered`)
    return sent.answer
  }
  const ok = async <C extends Call>(call: C, input: Record<string, unknown>, token?: string): Promise<Output<C>> => {
    for (;;) {
      const strikes = struck
      const answer = await ask(call, input, token)
      if (answer?.type === 'ok') return answer.message as Output<C>
      // Requests broken by a fault are repeated.
      if (strikes === struck) throw new Violation(`${call.path}: ${JSON.stringify(answer)}`)
    }
  }

  const advance = async (ms: number) => {
    const until = clock.now() + ms
    // In small parts, since faults within are timed by the progress made.
    while (clock.now() < until) {
      const part = Math.min(SECOND_MS, until - clock.now())
      await clock.advance(part)
      elapsed += part
    }
  }

  const signUp = async (number: number): Promise<void> => {
    const username = `person${number}`
    const { ticket } = await ok(mailCode, { email: `${username}@example.com`, purpose: 'register' })
    const { message, inviteCode } = await ok(outbox, { ticket })
    const { target, code } = message ?? { target: '', code: '' }
    const token = await ok(register, { username, password: PASSWORD, inviteCode, target, code })
    const { id: userId } = await life.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const person: Person = {
      userId,
      username,
      token,
      status: 'active',
      asks: [],
      available: PAPER,
      orders: new Map(),
      terms: new Map(),
      events: [],
      wallet: undefined,
    }
    people.push(person)
    owners.set(token, person)
    connect(token, false)
  }
  /** The operator's act, on a database that is well. */
  const setStatus = async (person: Person, status: Person['status']) => {
    around.fault = undefined
    const wasFrozen = person.status === 'frozen'
    person.status = status
    await commit(life.platform, (unit) => setStatusOf(unit, person.userId, status))
    await settle()
    if (wasFrozen) await signIn(person)
  }
  const signIn = async (person: Person) => {
    person.token = await ok(login, { username: person.username, password: PASSWORD })
    owners.set(person.token, person)
  }

  const connect = (token: string | null, deaf: boolean) => {
    const device = openDevice(life, {
      number: ++devicesMade,
      token,
      deaf,
      frames,
      heard: ({ number }, text) => {
        note(`device ${number} ${text}`)
        const problem = record.show(JSON.parse(text) as ServerFrame, happened)
        if (problem) wrong.push(`device ${number}: ${problem}`)
      },
      wrong: (what) => wrong.push(`device: ${what}`),
    })
    devices = [...devices, device]
  }

  /** A request for an order is on its way. Its answer is taken in by `heed`. */
  const submit = (person: Person, request: Ask) => {
    const now = clock.now()
    request.from = request.state === 'unsent' ? now : Math.min(request.from, now)
    const { state } = request
    if (state !== 'bought') request.state = 'doubtful'
    const sent = send(request.call, request.input, person.token)
    return { sent, was: state }
  }
  /** The answer to a request. `unheard`: the connection was cut before it arrived. */
  const heed = (
    person: Person,
    request: Ask,
    { sent, was }: ReturnType<typeof submit>,
    { unheard, alone }: { unheard: boolean; alone: boolean },
  ): string | undefined => {
    const wasBought = was === 'bought'
    request.to = Math.max(request.to, clock.now())
    const { answer } = sent
    if (!answer || unheard) return undefined
    if (was === 'unsent' || was === 'refused') {
      const now = clock.now()
      const { symbol } = request.input
      const priceAgeMs = symbol === undefined ? 0 : now - feed.lastAt(symbol)
      // The clock was set back: until it is where it was, no price may be traded on.
      const calm = !isTroubled() && now > latest
      const available = alone ? person.available : undefined
      const key = answer.type === 'ok' ? 'ok' : String(answer.key)
      wrong.push(...request.kind.checkAnswer(key, person, request, { now, available, priceAgeMs, calm }))
    }
    if (answer.type === 'ok') {
      const text = JSON.stringify(answer.message)
      if (request.answer !== undefined && request.answer !== text) {
        wrong.push(`the request ${request.input.requestId} was answered ${request.answer}, and now ${text}`)
      }
      request.answer = text
      place(person, request, answer.message as OrderOnWire)
      return 'ok'
    }
    if (answer.http < 500) {
      if (wasBought && person.status !== 'frozen') {
        wrong.push(`the request ${request.input.requestId} was carried out, and is now refused: ${answer.key}`)
      }
      // One that was sent before and got no answer may have been carried out then.
      if (!wasBought) request.state = person.status === 'frozen' ? 'doubtful' : 'refused'
    }
    return answer.key ?? String(answer.type)
  }
  const place = (person: Person, request: Ask, shown: OrderOnWire) => {
    const known = person.orders.get(shown.id)
    if (known && known.ask !== request) wrong.push(`two requests placed one order ${shown.id}`)
    const other = [...person.orders.values()].find((order) => order.ask === request && order.id !== shown.id)
    if (other) wrong.push(`one request placed two orders, ${other.id} and ${shown.id}`)
    request.state = 'bought'
    if (known) return
    invariants.acknowledged(shown)
    const acceptedMs = request.kind.acceptedAt(shown)
    // Where the clock was set back by less than a second, an order is accepted after the price that was shown last.
    if (acceptedMs < request.from || acceptedMs > request.to + SECOND_MS) {
      wrong.push(`order ${shown.id} was accepted at ${acceptedMs}, not from ${request.from} to ${request.to}`)
    }
    person.orders.set(shown.id, { ask: request, id: shown.id, acceptedMs, shown })
  }

  /** Asks for a person's orders of one kind. */
  const listOrders = async (person: Person, kind: SimulatedKind) => {
    const { token, orders, asks } = person
    const listed: OrderOnWire[] = []
    for (const call of kind.lists) listed.push(...((await ok(call, { limit: 100 }, token)) as OrderOnWire[]))
    for (const order of listed) {
      if (kind.isAsked?.(order) === false) continue
      const request =
        orders.get(order.id)?.ask ??
        asks.find(
          (each) =>
            each.kind === kind &&
            each.state === 'doubtful' &&
            minor(each.input.amount) === minor(amountOf(kind, order)),
        )
      if (!request)
        throw new Violation(`${person.username} has an order that nobody asked for: ${JSON.stringify(order)}`)
      place(person, request, order)
    }
    for (const order of ordersOf(person, kind)) {
      const shown = listed.find(({ id }) => id === order.id)
      // The lists show the newest; those before have ended long since.
      if (shown) order.shown = shown
      else if (listed.length < 100) wrong.push(`order ${order.id} of ${person.username} is lost`)
      if (kind.placed) {
        const { call, of } = kind.placed
        order.placed = (await ok(call, { ...of(order.shown), limit: 100 }, token)) as OrderOnWire[]
      }
    }
  }
  const ordersOf = ({ orders }: Person, kind: SimulatedKind) =>
    [...orders.values()].filter(({ ask: { kind: own } }) => own === kind)

  /** Checks a person's orders of one kind, as last shown, against the record. @returns their changes to the person's balances */
  const judgeOrders = (person: Person, kind: SimulatedKind) => {
    const late = isTroubled()
    const seen = ordersOf(person, kind).map((order) => {
      const { wrong: against, ...changed } = kind.look(
        order,
        record.ticksOf(order.ask.input.symbol ?? ''),
        record.completeMs,
        late,
      )
      return { against: [...against, ...checkForesight(order)], ...changed }
    })
    return {
      against: seen.flatMap(({ against }) => against),
      available: seen.reduce((sum, { available }) => sum + available, 0n),
      held: seen.reduce((sum, { held }) => sum + held, 0n),
    }
  }
  const checkOrders = async (person: Person, kind: SimulatedKind, isAsked: boolean) => {
    const known = isAsked ? undefined : judgeOrders(person, kind)
    // What was shown last may also depend on the time, or on another table.
    if (known?.against.length === 0) return known
    await listOrders(person, kind)
    const judged = judgeOrders(person, kind)
    wrong.push(...judged.against)
    for (const order of ordersOf(person, kind)) {
      if (!kind.hasEnded(order.shown) || order.ended !== undefined) continue
      order.ended = JSON.stringify(order.shown)
      count(`order: ${order.shown.state}`)
    }
    return judged
  }

  /** Compares what a person sees with the expectation: everything, or what has changed. */
  const checkPerson = async (person: Person, isFull: boolean, hasChanged: HasChanged) => {
    const { token, userId } = person
    let available = PAPER
    let held = 0n
    for (const kind of kinds) {
      const changed = await checkOrders(person, kind, isFull || hasChanged(userId, kind.tables))
      available += changed.available
      held += changed.held
    }
    person.available = available
    const isExpected = () =>
      person.wallet && minor(person.wallet.available) === available && minor(person.wallet.frozen) === held
    if (isFull || hasChanged(userId, ['accounts']) || !isExpected()) person.wallet = await ok(getInfo, {}, token)
    const { wallet } = person
    if (!wallet || !isExpected()) {
      wrong.push(
        `${person.username} has ${wallet?.available} and ${wallet?.frozen} held, and should have ${available} and ${held} held`,
      )
    }
    for (let isAsked = isFull || hasChanged(userId, ['events']); isAsked; ) {
      const after = person.events.length
      const more = await ok(events, { after, limit: 500 }, token)
      more.forEach(({ seq }, index) => {
        if (seq !== after + index + 1) wrong.push(`private event ${seq} of ${person.username} follows ${after + index}`)
      })
      person.events.push(...more)
      isAsked = more.length === 500
    }
    const told = person.events.findLast(({ kind, body }) => kind === 'wallet' && body.currency === 'USDT')
    if (told && JSON.stringify(told.body) !== JSON.stringify(wallet)) {
      wrong.push(
        `the last event of ${person.username} says ${JSON.stringify(told.body)}, the call ${JSON.stringify(wallet)}`,
      )
    }
  }

  /** The frozen cannot be asked: they are asked for everything once they are not frozen any more. */
  const checkPeople = async (isFull: boolean, hasChanged: HasChanged) => {
    for (const person of people) {
      if (person.status === 'frozen') unasked.add(person)
      else await checkPerson(person, unasked.delete(person) || isFull, hasChanged)
    }
  }
  const unasked = new Set<Person>()

  /** Checks that an order opens at a price unseen when it was placed. */
  const checkForesight = ({ ask: request, id, acceptedMs, shown }: Placed): string[] => {
    const openTick = request.kind.openedAt?.(shown)
    if (!openTick || openTick.time <= acceptedMs) return []
    const seenAt = record.shownAt(openTick.symbol, BigInt(openTick.seq))
    const boughtAt = boughtAtOf.get(request)
    if (seenAt === undefined || boughtAt === undefined || seenAt >= boughtAt) return []
    return [`order ${id} opened at a price that had been shown before it was placed`]
  }
  const boughtAtOf = new Map<Ask, number>()

  /** A device receives only stored events. */
  const checkDevices = () => {
    for (const device of devices) {
      const person = device.token === null ? undefined : owners.get(device.token)
      // A frozen account cannot be read for now.
      if (!person || person.status === 'frozen') continue
      for (const event of device.events.splice(0)) {
        const stored = person.events[event.seq - 1]
        if (!isDeepStrictEqual(stored, event)) {
          wrong.push(`device ${device.number} was told ${JSON.stringify(event)}, stored is ${JSON.stringify(stored)}`)
        }
      }
    }
    devices = devices.filter(({ open, events: untold }) => open || untold.length > 0)
  }

  await start()
  return {
    kinds,
    clock,
    feed,
    people,
    record,
    stats,
    count,
    note,
    advance,
    settle,
    ask,
    ok,
    signIn,
    setStatus,
    connect,
    trouble,
    get life() {
      return life
    },
    get devices() {
      return devices
    },
    get strikes() {
      return struck
    },
    isTroubled,
    set fault(fault: Fault | undefined) {
      around.fault = fault
    },
    /** For how long, in ms, the next start waits. */
    set downMs(ms: number) {
      downMs = ms
    },
    /** Sends requests at the same moment. @returns each answer: `ok`, the key of a refusal, or nothing */
    async trade(requests: readonly { person: Person; ask: Ask; unheard: boolean }[]): Promise<(string | undefined)[]> {
      const sent = requests.map(({ person, ask: request }) => {
        if (!boughtAtOf.has(request) || request.state === 'refused') boughtAtOf.set(request, happened)
        return submit(person, request)
      })
      await settle()
      return requests.map(({ person, ask: request, unheard }, index) => {
        const mine = sent[index] as ReturnType<typeof submit>
        if (!mine.sent.answer && !mine.sent.at.gone) wrong.push(`${request.input.requestId} was not answered`)
        return heed(person, request, mine, { unheard, alone: requests.length === 1 && !isTroubled() })
      })
    },
    /** Stops the server as SIGTERM does; it restarts when everything settles. */
    async stop() {
      const stopping = life
      let stopped = false
      stopping.stop().then(
        () => {
          stopped = true
        },
        (error) => wrong.push(`the server did not stop: ${error}`),
      )
      const before = lives
      await settle()
      if (!stopped && before === lives) throw new Violation('the server does not stop')
    },
    /** Registers the people, and makes them ready for all that they may order. */
    async populate() {
      for (let number = 1; number <= PEOPLE; number++) await signUp(number)
      for (const kind of kinds) {
        for (const person of people) person.terms.set(kind, (await kind.prepare?.(life.platform, person)) ?? {})
      }
    },
    /**
     * Checks everything from outside. People are asked for what has changed: for everything in a new life of the server,
     * every so many checks, and where the check is to be full.
     *
     * @throws Violation
     */
    async check({ isFull = false } = {}) {
      around.fault = undefined
      await settle()
      wrong.push(...(await invariants.check(life.db)), ...(await record.grow(life.db)))
      const isAll = isFull || lives !== askedIn || checks++ % CHECKS_PER_FULL === 0
      askedIn = lives
      await checkPeople(isAll, await look(life.db))
      checkDevices()
      await settle()
    },
    /** Lets everything end well. @throws Violation where it does not */
    async finish() {
      feed.heal()
      for (const person of people) if (person.status !== 'active') await setStatus(person, 'active')
      const isLive = () => people.some(({ orders }) => [...orders.values()].some(({ ended }) => ended === undefined))
      for (let tries = 0; isLive() && tries < 20; tries++) {
        for (const kind of kinds) await kind.conclude?.(this)
        await advance(35 * SECOND_MS)
        await this.check()
      }
      await this.check({ isFull: true })
      if (isLive()) throw new Violation('an order does not end')
      for (const { orders, token } of people) {
        const asking = <C extends Call>(call: C, input: Record<string, unknown>) => ok(call, input, token)
        for (const order of orders.values()) wrong.push(...((await order.ask.kind.finish?.(order, asking)) ?? []))
      }
      if (wrong.length > 0) throw new Violation(wrong.join('\n'))
    },
    async close() {
      around.fault = undefined
      await life.stop()
      storage.drop()
    },
  }
}
