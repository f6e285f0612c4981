import { vi } from 'vitest'

/** How long a test waits for what it expects, in ms: long enough for any machine, since a wait ends with what it waits for. */
const PATIENCE_MS = 60_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, { interval: 25, timeout: PATIENCE_MS, ...(typeof options === 'object' && options) })
