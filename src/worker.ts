import { readTheme, themeAttributes } from './rules/account/theme.ts'
import { withQuotes } from './rules/market/page-quotes.ts'

/**
 * The service worker: it caches one build of the app, and serves the app from it, with or without a network. It answers only the
 * page at its root and the files of builds; every other request passes through.
 *
 * The build writes it next to the page as `worker.js`, with the list of its files.
 */

declare const BUILD: {
  /** Differs between any two builds. */
  id: string
  /** The page's SHA-256 in hex, so that another build's page, received during a deployment, is rejected. */
  page: string
  /** Relative paths of the files of the core pages, but their texts. Every file's name contains a hash of its content. */
  core: readonly string[]
  /** All other files, those of texts last. */
  rest: readonly string[]
}

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
/** A push event, which the DOM's types lack. */
type Pushing = Extendable & { data: { json(): unknown } | null }
type Tapping = Extendable & { notification: { close(): void } }
/** `take`, also from a page of another build, lets this build take over. `keep` has the rest cached. */
type Saying = Extendable & { data: 'take' | { keep: string } }
type Window = { url: string; focus(): Promise<Window>; navigate(url: string): Promise<unknown> }
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }

/** The used part of a worker's global scope: its full type conflicts with the DOM's types, which the rest of the app needs. */
type WorkerScope = {
  addEventListener(type: 'install' | 'activate', heard: (event: Extendable) => void): void
  addEventListener(type: 'fetch', heard: (event: Fetching) => void): void
  addEventListener(type: 'push', heard: (event: Pushing) => void): void
  addEventListener(type: 'notificationclick', heard: (event: Tapping) => void): void
  addEventListener(type: 'message', heard: (event: Saying) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: {
    active: unknown
    waiting: unknown
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
}

const scope = self as unknown as WorkerScope
const build = BUILD
const PREFIX = 'build-'
const CACHE = `${PREFIX}${build.id}`
const PAGE = 'index.html'
/** The path that the app is below. Relative URLs of this worker begin there. */
const ROOT = new URL('./', location.href).pathname
/** How long a waiting build may take to take over, in ms. After that the page is served unchanged. */
const GIVE_WAY_MS = 5_000
/** How long the first installation waits for the page to name its language, in ms. */
const LANG_MS = 5_000
/** Set after the first attempt to give way, so that a failing one is not repeated. */
let gaveWay = false

/** Resolves the language that the page names. */
let nameLang: (lang: string) => void
const lang = new Promise<string>((resolve) => {
  nameLang = resolve
})
/** The caching of the rest while it runs. */
let keeping: Promise<void> | undefined

scope.addEventListener('install', (event) => event.waitUntil(keepBuild()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('message', (event) => {
  if (event.data === 'take') return void scope.skipWaiting()
  nameLang(event.data.keep)
  keeping ??= keepRest().finally(() => {
    keeping = undefined
  })
  // If it fails, the page asks again.
  event.waitUntil(keeping.catch(() => {}))
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  const answer =
    request.mode === 'navigate' && pathname === ROOT
      ? openPage
      : request.mode !== 'navigate' && pathname.startsWith(`${ROOT}assets/`)
        ? openFile
        : undefined
  if (answer) event.respondWith(answer(request).catch(() => fetch(request)))
})

scope.addEventListener('push', (event) => event.waitUntil(show(event)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openMessages(event)))

/** Shows the server's notification as it is: the server omits the content unless the user allows it. */
async function show({ data }: Pushing): Promise<void> {
  if (!data) return
  const { title, ...options } = data.json() as { title: string; body: string; tag: string; lang: string }
  await scope.registration.showNotification(title, { ...options, icon: 'icons/icon-192.png' })
}

/** Opens the messages, in an existing window of the app if there is one. Below a path, other sites have windows of the same origin. */
async function openMessages({ notification }: Tapping): Promise<void> {
  notification.close()
  const place = './#/pages/news/msgdetail'
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = windows.find(({ url }) => new URL(url).pathname === ROOT)
  if (!window) await scope.clients.openWindow(place)
  else await (await window.focus()).navigate(place)
}

/**
 * Fetches the core pages in the user's language; a successor of another build fetches everything, since it must open all
 * that the other one did. If a file is missing, the worker is not installed, and the browser retries later.
 */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(CACHE)
  const keepAll = (files: readonly string[]) => Promise.all(files.map((file) => keepFile(cache, file)))
  const restFirst = async () => (scope.registration.active ? build.rest : textsIn(await Promise.race([lang, noLang()])))
  await Promise.all([keepAll(build.core), restFirst().then(keepAll)])
  // The page is last: where it is, the installation is complete.
  await keepPage(cache)
}

const noLang = () => new Promise<string>((resolve) => setTimeout(resolve, LANG_MS, 'en'))
const textsIn = (lang: string) => build.rest.filter((file) => file.startsWith(`assets/texts-${lang}-`))

/** Fetches what the installation has left out, one file at a time: the page may be loading prices over a slow line. */
async function keepRest(): Promise<void> {
  const cache = await caches.open(CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const isKept = (path: string) => kept.has(new URL(path, location.href).href)
  // The installation is not complete.
  if (!isKept(PAGE)) return
  for (const file of build.rest) if (!isKept(file)) await keepFile(cache, file)
}

async function keepPage(cache: Cache): Promise<void> {
  const answer = await fetched(PAGE, { cache: 'no-cache' })
  const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer())
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (hex !== build.page) throw new Error('the page is of another build')
  await cache.put(PAGE, answer)
}

/** A file's name contains its hash, so another build's file of this name is identical. */
async function keepFile(cache: Cache, file: string): Promise<void> {
  const known = await caches.match(file, { ignoreVary: true })
  await cache.put(file, known ?? (await fetched(file, { priority: 'low' })))
}

async function fetched(path: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(path, options)
  if (!answer.ok || answer.redirected) throw new Error(`${path}: ${answer.status}`)
  return answer
}

const windows = async () => (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).length

/** Takes over every window, including one opened before the first worker. */
async function takeOver(): Promise<void> {
  await scope.clients.claim()
  await forgetOthers()
}

/** Deletes the files of other builds, unless a window may still run one of them. */
async function forgetOthers(): Promise<void> {
  if ((await windows()) > 1) return
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  // A waiting build already has its files.
  if (scope.registration.waiting) return
  await Promise.all(others.map((name) => caches.delete(name)))
}

async function openPage(request: Request): Promise<Response> {
  // A user who opens or reloads the only window has no open form, and gets the waiting build. This also replaces a broken app that cannot
  // offer its successor.
  const { waiting } = scope.registration
  if (waiting && !gaveWay && (await windows()) <= 1) {
    gaveWay = true
    return giveWay()
  }
  const page = await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true })
  if (!page) return fetch(request)
  return dressed(page)
}

/**
 * A page that lets the waiting build take over, and then reloads itself. Its script is inline: a request for a file could fall between the
 * two workers, and get no answer.
 */
function giveWay(): Response {
  const nonce = crypto.randomUUID()
  const page = `<!doctype html><title>Quoin</title><meta name="color-scheme" content="light dark">
<script nonce="${nonce}">(${awaitSuccessor})(${GIVE_WAY_MS})</script>`
  return new Response(page, {
    headers: {
      'content-type': 'text/html',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'`,
    },
  })
}

/** Runs in the page, from its source text: it may not refer to anything else in this file. */
async function awaitSuccessor(waitMs: number): Promise<void> {
  const late = setTimeout(again, waitMs)
  function again() {
    clearTimeout(late)
    location.reload()
  }
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  if (!waiting) return again()
  // During its activation the browser may still ask the previous one.
  waiting.addEventListener('statechange', () => waiting.state !== 'activating' && again())
  waiting.postMessage('take')
}

/** The page with the theme of the cookie, as the server sends it. If the browser shows workers no cookies, the app sets the theme. */
async function dressed(page: Response): Promise<Response> {
  const cookie = await scope.cookieStore?.get('look')
  const attributes = themeAttributes(readTheme(`look=${cookie?.value ?? ''}`))
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  const html = (await page.text()).replace('<html', `<html${attributes}`)
  return new Response(await carrying(html), { headers })
}

/** The page with the last cached prices and their time, from `src/streams/keptQuotes.ts`. */
async function carrying(html: string): Promise<string> {
  try {
    const kept = await caches.match('last-known', { cacheName: 'quotes' })
    return kept ? withQuotes(html, await kept.json()) : html
  } catch {
    return html
  }
}

/** Also serves a window that still runs the previous build. */
const openFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
