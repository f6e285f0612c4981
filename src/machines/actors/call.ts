import type { Observable } from 'rxjs'
import type { InferInput } from 'valibot'
import { fromPromise, type NonReducibleUnknown } from 'xstate'
import type { CallOptions, Client } from '../../api/client/client.ts'
import type { Quote } from '../../api/market/market.ts'
import type { MoneyRecord } from '../../api/money/records.ts'
import type { Order } from '../../api/trade/orders.ts'
import { result } from '../../api/wire/answer.ts'
import type { Call, Input, Output } from '../../api/wire/call.ts'
import type { AccountEvent } from '../../api/wire/events.ts'
import type { KeptAnswers } from '../../api/wire/kept-answers.ts'
import type { Cover } from '../../rules/money/coverage.ts'
import type { Zone } from '../../rules/time/zone.ts'
import type { AskAdmin } from '../admin/wire.ts'
import type { Passkeys } from './browser-passkeys.ts'
import type { Drafts } from './drafts.ts'
import type { PushBrowser } from './push-browser.ts'
import type { WalletSide } from './wallet-side.ts'

/** The loan cover that a form must respect; null without a loan, or if it cannot be loaded. */
export type LoadCover = (signal: AbortSignal) => Promise<Cover | null>

/** What the machines' actors need of the app. */
export type ActorDeps = {
  client: Client
  kept: KeptAnswers
  drafts: Drafts
  /** The account's events, and the loss of some. */
  account: { event$: Observable<AccountEvent>; missed$: Observable<void> }
  /** The kinds of order in the common lists. */
  orderKinds: ReadonlySet<string>
  /** The session's token, or null. */
  token$: Observable<string | null>
  /** Whether the app is visible. */
  visible$: Observable<boolean>
  loadCover: LoadCover
  /** Starts the worker that replays a strategy. */
  replayWorker(): Worker
  /** Starts the worker that decodes a HEIC photograph. */
  heicWorker(): Worker
  /** Whether this device knows that the user has traded. */
  hasTraded(): boolean
  quotes: { quote$(symbol: string): Observable<Pick<Quote, 'price' | 'state'> & { fresh: boolean }> }
  /** Hash of an order's opening tick (of a spot order: of its first fill) as this device received it live, or null. */
  seenOpenings: { of(orderId: string): string | null }
  /** The browser's wallets and what is done with them, loaded when first needed. */
  walletSide(): Promise<WalletSide>
  passkeys: Passkeys
  push: PushBrowser
  /** The app's own address, for a link from a server that does not know its address. */
  origin: string
  /** Saves balance changes, newest first, as a file for a spreadsheet. */
  saveRecords(records: readonly MoneyRecord[]): Promise<void>
  /** Saves orders as a file. */
  saveOrders(orders: readonly Order[]): Promise<void>
  /** Saves a text as a download of this name. */
  saveFile(name: string, text: string): void
  askAdmin: AskAdmin
  /** The device's time zone. */
  zone(): Zone
  /** The device's clock, in ms since the epoch. */
  now(): number
}

const injected: { [Name in keyof ActorDeps]?: ActorDeps[Name] | undefined } = {}

/** Injects dependencies of the actors, once by the composition root; a test injects fakes. */
export const inject = (deps: typeof injected): void => {
  Object.assign(injected, deps)
}

/**
 * An injected dependency.
 *
 * @throws Error naming the one that is missing
 */
export function dep<Name extends keyof ActorDeps>(name: Name): ActorDeps[Name] {
  const found = injected[name]
  if (found === undefined) throw new Error(`\`${name}\` must be injected`)
  return found as ActorDeps[Name]
}

/** The answer of a call, read-only. */
export type Answer<C extends Call> = Output<C> extends (infer Item)[] ? readonly Item[] : Output<C>

/**
 * Sends a call, and returns its result.
 *
 * @throws CallRefused if the server refuses; CallFailed without an answer
 */
export const send = <C extends Call>(call: C, input: InferInput<C['input']>, options?: CallOptions) =>
  dep('client').call(call, input, options).then(result) as Promise<Answer<C>>

/** Options of a form's call: the form shows its own refusals. Once it is closed, a notice shows them. */
export const inForm = (signal: AbortSignal) => ({ inPlace: () => !signal.aborted })

/**
 * `input`: the call's input, from the actor's; by default they are the same. `quiet`: a background request. `stays`: not
 * aborted with its actor, since a sent request cannot be recalled. `form`: see `inForm`.
 */
export type Calling<Sent, Own> = {
  input?: (input: Own) => Sent | Promise<Sent>
  quiet?: boolean
  stays?: boolean
  form?: boolean
}

/** The input of an actor that is one call; none is needed where the call needs none. */
type CallInput<C extends Call> = object extends Input<C> ? NonReducibleUnknown : Input<C>

/** An actor that is one call. Its output is the call's result; it fails with `CallRefused` or `CallFailed`. */
export const call = <C extends Call, const Sent extends InferInput<C['input']>, Own = CallInput<C>>(
  call: C,
  { input: read, quiet = false, stays = false, form = false }: Calling<Sent, Own> = {},
) =>
  fromPromise<Answer<C>, Own>(async ({ input, signal }) => {
    const sent: InferInput<C['input']> = read ? read(input) : (input ?? {})
    const options = { quiet, ...(form && inForm(signal)), ...(!stays && { signal }) }
    // Without an `await` where there is nothing to wait for: an actor that is stopped at once has sent its call.
    return send(call, sent instanceof Promise ? await sent : sent, options)
  })
