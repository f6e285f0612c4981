/** Resolves in a separate task, so that painting and input are handled in between. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Timeout for an idle period, in ms, and the delay if the browser has no idle callback. */
const WAIT_MS = { max: 2_000, blind: 200 }

/** Runs background work in the browser's next idle period. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: WAIT_MS.max })
  else setTimeout(run, WAIT_MS.blind)
}
