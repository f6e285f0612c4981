import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { type AnyStateMachine, type AnyTransitionDefinition, StateMachine } from 'xstate'
import { DELAY, ENDING, nodesOf, transitionsOf } from '../models/kit/paths.ts'

/** Reads the machines' descriptions: from the machine if it has them, otherwise from its source. */

export const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = join(ROOT, 'src', 'machines')

/** A machine with its source. `name`: its file's. */
export type Found = { name: string; path: string; isOrder: boolean; machine: AnyStateMachine; source: Source }

/** Finds every machine of the app and of its orders, by name. */
export async function findMachines(): Promise<Found[]> {
  const files = readdirSync(FOLDER, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'utf8').includes('.createMachine('))
  const found = await Promise.all(
    files.map(async (path) => {
      const exported = Object.values((await import(pathToFileURL(path).href)) as Record<string, unknown>)
      const machines = exported.filter((each) => each instanceof StateMachine)
      const [machine] = machines
      if (!machine || machines.length > 1) throw new Error(`${path}: a file holds one machine`)
      return {
        name: basename(path, '.ts'),
        path: relative(ROOT, path),
        isOrder: ['orders', 'reviews'].includes(basename(dirname(path))),
        machine: machine as AnyStateMachine,
        source: readSource(path),
      }
    }),
  )
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A node of a syntax tree, as ESTree has it. */
type Syntax = { type: string; start: number; end: number; [field: string]: unknown }

/** Facts found only in a machine's source: the conditions of its guards, and the logic of its actors. */
type Source = { guards: Record<string, string>; actors: Record<string, string> }

const SUBMISSION = join(FOLDER, 'parts', 'submission.ts')

/** The text of a machine's setup, and of the parts that extend it. */
function readSource(path: string): Source {
  const own = readSetup(path)
  if (!readFileSync(path, 'utf8').includes('submissionParts(')) return own
  return { ...own, guards: { ...own.guards, ...readSetup(SUBMISSION).guards } }
}

function readSetup(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const { program } = parseSync(path, text)
  const implementations = literalIn(program as unknown as Syntax)
  const slice = ({ start, end }: Syntax) => text.slice(start, end).replace(/\s+/g, ' ')
  const entriesOf = (name: string) => {
    const group = propertiesOf(implementations).find((each) => keyOf(each) === name)
    return group ? propertiesOf(group.value as Syntax) : []
  }
  return {
    guards: Object.fromEntries(
      entriesOf('guards').map((each) => {
        const value = each.value as Syntax
        return [keyOf(each), slice(value.type === 'ArrowFunctionExpression' ? (value.body as Syntax) : value)]
      }),
    ),
    actors: Object.fromEntries(
      entriesOf('actors').map((each) => {
        const value = each.value as Syntax
        return [keyOf(each), slice(value.type === 'CallExpression' ? (value.callee as Syntax) : value)]
      }),
    ),
  }
}

/** A file's machine setup: the first literal with guards, actions or actors. */
function literalIn(program: Syntax): Syntax {
  const found: Syntax[] = []
  const visit = (node: Syntax) => {
    if (propertiesOf(node).some((each) => ['actors', 'actions', 'guards'].includes(keyOf(each)))) found.push(node)
    else for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  return found[0] ?? program
}

const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Syntax): Syntax[] => Object.values(node).flat().filter(isSyntax)
const propertiesOf = (node: Syntax) => ((node.properties ?? []) as Syntax[]).filter(({ type }) => type === 'Property')
const keyOf = ({ key }: Syntax) => String((key as Syntax).name ?? (key as Syntax).value)

/** A named action or guard as a machine carries it. */
type Named = string | { type: string; params?: unknown } | ((...args: never[]) => unknown)

/** The name, with its parameters where they are fixed: `noteReason: noWallet`. @throws Error for a function without a name */
export function nameOfNamed(named: Named): string {
  if (typeof named === 'string') return named
  if (typeof named === 'function') throw new Error(`${named}: what a machine does must be named in its setup`)
  const { type, params } = named
  if (typeof params !== 'object' || params === null) return type
  return `${type}: ${Object.values(params).map(String).join(', ')}`
}

const named = (actions: unknown): string[] => [actions ?? []].flat().map((action) => nameOfNamed(action as Named))

/** A transition in words. `to`: ids of states; none for an internal one. */
export type Step = {
  from: string
  event: string
  guard: string | undefined
  to: string[]
  actions: string[]
  description: string | undefined
  reenter: boolean
}

/** The cause of a transition: an event of the app, an effect's end, a delay, or none. */
function eventName({ eventType, source }: AnyTransitionDefinition): string {
  const effect = ENDING.exec(eventType)?.[1]
  if (effect !== undefined) return `${effect} ${eventType.startsWith('xstate.done.') ? 'done' : 'failed'}`
  if (DELAY.test(eventType)) {
    const delay = eventType.slice('xstate.after.'.length, -`.${source.id}`.length)
    return /^\d+$/.test(delay) ? `after ${Number(delay) / 1000} s` : `after ${delay}`
  }
  return eventType || 'always'
}

const stepOf = (taken: AnyTransitionDefinition): Step => ({
  from: taken.source.id,
  event: eventName(taken),
  guard: taken.guard && nameOfNamed(taken.guard as Named),
  to: (taken.target ?? []).map(({ id }) => id),
  actions: named(taken.actions),
  description: taken.description,
  reenter: taken.reenter,
})

/** A state in words. `parent`: none for the machine itself. */
export type State = {
  id: string
  key: string
  parent: string | undefined
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  initial: string | undefined
  description: string | undefined
  tags: string[]
  meta: Readonly<Record<string, number | null>> | undefined
  entry: string[]
  exit: string[]
  invokes: { id: string; src: string }[]
}

/** The machine and its states, each before those within it, and all that leads from one to another. */
export const describe = (machine: AnyStateMachine): { states: State[]; steps: Step[] } => {
  const nodes = nodesOf(machine)
  return {
    states: nodes.map((node) => ({
      id: node.id,
      key: node.key,
      parent: node.parent?.id,
      type: node.type,
      initial: node.type === 'compound' ? node.initial.target[0]?.id : undefined,
      description: node.description,
      tags: [...node.tags],
      meta: node.meta,
      // The node's own transitions include the timers of its delays.
      entry: named(node.config.entry),
      exit: named(node.config.exit),
      invokes: node.invoke.map(({ id, src }) => ({ id, src: String(src) })),
    })),
    steps: nodes.flatMap(transitionsOf).map(stepOf),
  }
}
