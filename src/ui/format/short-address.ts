/** Start and end of an address, enough to recognise one's own. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
