import { vi } from 'vitest'

/** A test's longest wait for a condition, in ms: long enough for any machine, since it ends with the condition. */
const PATIENCE_MS = 60_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, { interval: 25, timeout: PATIENCE_MS, ...(typeof options === 'object' && options) })
