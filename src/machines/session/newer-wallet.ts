/** The version of a wallet: of two copies, the higher version is newer. */
export type Versioned = { currency: string; version: number }

/** Whether the second copy is of the same wallet, and newer. */
export const isNewer = (known: Versioned, other: Versioned): boolean =>
  other.currency === known.currency && other.version > known.version
