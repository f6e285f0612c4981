/** Mutants that live although they are faults, each with why no test sees them. */
export const explained: Readonly<Record<string, string>> = {
  'server/orders/triggers.ts: (least, { examined_ms }) => (examined_ms !== null && examined_ms < least ? examined_ms : least), → (least, { examined_ms }) => (examined_ms !== null || examined_ms < least ? examined_ms : least),':
    'It takes the last of those that wait alone for the oldest: that shows only where several joined between two looks, in the order in which the database gives them.',
}
