/** Equivalent mutants, each with the reason: no test can detect them, so the next ones replace them. */
export const equivalent: Readonly<Record<string, string>> = {
  "server/ledger/ledger.ts: if (lines.reduce((sum, { amount }) => sum + amount, 0n) !== 0n) throw new RangeError('a transfer must sum to zero') → if (lines.reduce((sum, { amount }) => sum - amount, 0n) !== 0n) throw new RangeError('a transfer must sum to zero')":
    'Amounts taken from zero sum to zero where the amounts do.',
  'server/ledger/ledger.ts: .sort((a, b) => (a.id < b.id ? -1 : 1)) → .sort((a, b) => (!(a.id < b.id) ? -1 : 1))':
    'Any fixed order keeps two transfers from waiting for each other.',
  'server/ledger/check.ts: differences.set(modules, known) → ;':
    'The statement is built again each time, and is the same.',
  'src/rules/microtrade/form.ts: const stake = max - (max % unit) <= have ? max - (max % unit) : have - (have % unit) → const stake = max - (max % unit) < have ? max - (max % unit) : have - (have % unit)':
    'Where both are equal, what one has is a multiple of the unit, and both sides give it.',
  'server/microtrade/order.ts: seq === null || time === null || amount === null || hash === null → seq === null || time === null || amount === null && hash === null':
    'The four columns of a tick are written together: all are null, or none.',
  "server/microtrade/kind.ts: .where('open_ms', '>=', from - BigInt(PERIOD_SECONDS_MAX * 1_000)) → .where('open_ms', '>=', from - BigInt(PERIOD_SECONDS_MAX * 2000))":
    'A bound for the index: the third condition leaves out what ended before.',
  'src/streams/quoteBook.ts: restUntil: 0, → restUntil: 1,': 'Both are in 1970.',
  'src/streams/socket.ts: minReconnectionDelay: 0, → minReconnectionDelay: 1,':
    'The package waits a millisecond before it asks for the address, which is where our own wait is.',
  'src/rules/money/money.ts: const away = product < 0n ? quotient - 1n : quotient + 1n → const away = product <= 0n ? quotient - 1n : quotient + 1n':
    'A product of zero leaves no rest, and has been answered before.',
  'src/api/client/client.ts: const { issues } = safeParse(output, answer.message, { abortEarly: true }) → const { issues } = safeParse(output, answer.message, { abortEarly: false })':
    'Of what is wrong only the first is looked at.',
  'src/machines/session/notice.ts: return { queue: [...waiting, { ...notice, id: made + 1 }], made: made + 1 } → return { queue: [...waiting, { ...notice, id: made - 1 }], made: made + 1 }':
    'Ids are there to differ, and so they do.',
  'src/rules/swap/swap.ts: (now > quoted ? now - quoted : quoted - now) * BPS <= quoted * BigInt(driftBps) → (now >= quoted ? now - quoted : quoted - now) * BPS <= quoted * BigInt(driftBps)':
    'Where both are equal, both differences are zero.',
}
