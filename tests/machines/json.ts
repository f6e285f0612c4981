import type { AnyStateMachine } from 'xstate'

/** Created at run time from events: no editor can show them, and the machine's shape does not need them. */
const COMPUTED = new Set(['context', 'input', 'output', 'params'])

/**
 * A machine's definition as JSON, in the shape that `createMachine` takes: what the Stately editor and visualizer open.
 * Of what is computed while it runs (first context, input, output, parameters) only fixed values are there.
 *
 * @throws Error for a guard, an action, an actor or a delay that has no name
 */
export const jsonOf = ({ config }: AnyStateMachine): string => `${JSON.stringify(plain(config, ''), null, 2)}\n`

function plain(value: unknown, key: string): unknown {
  if (typeof value === 'function') {
    if (COMPUTED.has(key)) return undefined
    throw new Error(`${key}: what a machine does must be named in its setup`)
  }
  if (Array.isArray(value)) return value.map((each) => plain(each, key))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, plain(each, name)] as const)
  const kept = Object.fromEntries(entries.filter(([, each]) => each !== undefined))
  const names = Object.keys(kept)
  // An action or a guard without parameters is its name.
  return (key === 'actions' || key === 'entry' || key === 'exit' || key === 'guard') && names.join() === 'type'
    ? kept.type
    : kept
}
