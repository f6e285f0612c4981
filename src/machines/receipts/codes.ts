/**
 * The codes of each state whose receipt can be verified, by kind of order: `list` (trading, completed) and `status`, as in its machine.
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
    'open.changing': [0, 0],
    'open.closing': [0, 1],
    won: [1, 2],
    lost: [1, 2],
    unexpected: [1, 2],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly [list: number, status: number]>>>

/** Whether an order's state exists for its kind, with that state's codes. */
export function hasItsCodes(
  kind: keyof typeof receiptCodes,
  { state, list, status }: { state: string; list: number; status: number },
): boolean {
  const codes: Readonly<Record<string, readonly [number, number]>> = receiptCodes[kind]
  const own = codes[state]
  return own !== undefined && own[0] === list && own[1] === status
}
