/** Resolves in a task of its own: what came before it is painted, and a finger is answered, before what comes after. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** How long work waits for a quiet moment, in ms, and where the browser tells of none. */
const WAIT_MS = { max: 2_000, blind: 200 }

/** Runs what nobody waits for in the browser's next quiet moment. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: WAIT_MS.max })
  else setTimeout(run, WAIT_MS.blind)
}
