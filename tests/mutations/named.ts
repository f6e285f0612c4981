/** A fault that once passed every test, as a replacement of a text that is unique in its file. */
export type Named = { name: string; path: string; from: string; to: string; tests: RegExp }

export const named: readonly Named[] = [
  {
    name: 'replaces no silent socket',
    path: 'src/streams/heartbeat.ts',
    from: 'if (scheduler.now() - oldest >= everyMs) die()\n      else ping()',
    to: 'ping()',
    tests: /^tests\/streams/,
  },
  {
    name: 'follows a wallet’s error however deep it is nested',
    path: 'src/machines/actors/wallet-error.ts',
    from: 'const NESTING_MAX = 5',
    to: 'const NESTING_MAX = Number.POSITIVE_INFINITY',
    tests: /^$/,
  },
  {
    name: 'writes the number of a card into a message',
    path: 'server/bank/cards.ts',
    from: "'bankCardChanged', params: {} }",
    to: "'bankCardChanged', params: { card: card.cardNumber } as never }",
    tests: /^tests\/server\/(bank|inbox)/,
  },
  {
    name: 'shows the whole number of a card',
    path: 'server/bank/cards.ts',
    from: 'cardNumber: lastOf(cardNumber)',
    to: 'cardNumber',
    tests: /^tests\/server\/bank/,
  },
  {
    name: 'settles by the first tick after the due time',
    path: 'server/microtrade/by-the-record.ts',
    from: 'await lastTickAtOrBefore(db, symbol, Number(due))',
    to: 'await firstTickAtOrAfter(db, symbol, Number(due))',
    tests: /^tests\/server\/microtrade/,
  },
  {
    name: 'sells options in forex whose late entry settles after the close',
    path: 'server/microtrade/buy.ts',
    from: 'accepted + STALE_AFTER_MS + values.seconds * 1000',
    to: 'accepted + values.seconds * 1000',
    tests: /^tests\/server\/microtrade/,
  },
  {
    name: 'waits 90 s for code that does not come',
    path: 'src/ui/app/loader.ts',
    from: 'LOAD_TIMEOUT_MS = 60_000',
    to: 'LOAD_TIMEOUT_MS = 90_000',
    tests: /^$/,
  },
  {
    name: 'waits 30 s for a socket that does not open',
    path: 'src/streams/socket.ts',
    from: 'CONNECT_MS_MAX = 20_000',
    to: 'CONNECT_MS_MAX = 30_000',
    tests: /^tests\/streams/,
  },
]
