/**
 * The codes of each state in which a receipt can be checked, by kind of order: `list` (trading, completed) and `status`. Its machine has
 * the same ones.
 */
export const receiptCodes = {
  microtrade: { won: [1, 1], lost: [1, 2], drawn: [1, 1], unexpected: [1, 3] },
  spot: {
    'filling.waiting': [0, 0],
    'filling.cancelling': [0, 0],
    filled: [1, 1],
    partly: [1, 1],
    returned: [1, 3],
  },
  lever: {
    'open.standing': [0, 0],
    'open.changing': [0, 0],
    'open.closing': [0, 0],
    won: [1, 1],
    lost: [1, 2],
    liquidated: [1, 2],
    unexpected: [1, 3],
  },
  forex: {
    'open.standing': [0, 0],
    'open.closing': [0, 1],
    won: [1, 2],
    lost: [1, 2],
    unexpected: [1, 2],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly [list: number, status: number]>>>

/** Whether an order's state is one of its kind, with the codes of that state. */
export function hasItsCodes(
  kind: keyof typeof receiptCodes,
  { state, list, status }: { state: string; list: number; status: number },
): boolean {
  const codes: Readonly<Record<string, readonly [number, number]>> = receiptCodes[kind]
  const own = codes[state]
  return own !== undefined && own[0] === list && own[1] === status
}
