import type { Schema } from '../../src/api/wire/call.ts'

/** The parts of a valibot schema, or of an action in its pipe, that are read here. */
type Node = {
  kind: 'schema' | 'validation' | 'transformation' | 'metadata'
  type: string
  entries?: Record<string, Node>
  items?: readonly Node[]
  options?: readonly Node[]
  item?: Node
  key?: Node
  value?: Node
  wrapped?: Node
  pipe?: readonly Node[]
  requirement?: unknown
}

const CHOSEN = ['literal', 'picklist', 'enum', 'boolean', 'null', 'undefined']
const ENDS_TEXT = ['length', 'max_length', 'iso_date']

/**
 * Unbounded parts of a schema: a text or list without a maximum length, a number without a minimum and maximum, a record
 * without a maximum number of entries, or an unknown type. Each by its path and type.
 */
export const unboundedIn = (schema: Schema): string[] => walk(schema as unknown as Node, '', [])

/** @param actions of the pipes around it */
function walk(node: Node, path: string, actions: readonly Node[]): string[] {
  const { type, pipe } = node
  if (pipe) {
    const all = [...actionsOf(pipe), ...actions]
    return pipe.filter(({ kind }) => kind === 'schema').flatMap((each) => walk(each, path, all))
  }
  const has = (...names: string[]) => actions.some((action) => names.includes(action.type))
  const found = (isBounded: boolean) => (isBounded ? [] : [`${path || 'all'}: ${type}`])
  const inner = (name: string, each: Node | undefined, its: readonly Node[] = []) =>
    each ? walk(each, path ? `${path}.${name}` : name, its) : [`${path}.${name}: nothing`]
  if (CHOSEN.includes(type)) return []
  switch (type) {
    case 'string':
      return found(has(...ENDS_TEXT) || actions.some(({ type, requirement }) => type === 'regex' && ends(requirement)))
    case 'number':
    case 'bigint':
      return found(has('min_value') && has('max_value'))
    case 'object':
    case 'strict_object':
      return Object.entries(node.entries ?? {}).flatMap(([name, each]) => inner(name, each))
    case 'tuple':
    case 'strict_tuple':
      return (node.items ?? []).flatMap((each, place) => inner(String(place), each))
    case 'array':
      return [...found(has('length', 'max_length')), ...inner('[]', node.item)]
    case 'record':
      return [...found(has('max_entries', 'entries')), ...inner('key', node.key), ...inner('value', node.value)]
    case 'union':
    case 'variant':
      return (node.options ?? []).flatMap((each) => walk(each, path, actions))
    case 'optional':
    case 'nullable':
    case 'nullish':
      return node.wrapped ? walk(node.wrapped, path, actions) : found(false)
    default:
      return found(false)
  }
}

/** A pipe's actions, and its schemas. */
const actionsOf = (pipe: readonly Node[]): Node[] =>
  pipe.flatMap((each) => (each.kind === 'schema' ? actionsOf(each.pipe ?? []) : [each]))

/** Whether a pattern bounds the length of its matches: it is anchored on both sides and has no unbounded repetition. */
function ends(pattern: unknown): boolean {
  if (!(pattern instanceof RegExp) || pattern.multiline) return false
  // Escapes and classes hold letters that elsewhere repeat or divide.
  const bare = pattern.source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return /^\^.*\$$/.test(bare) && !/[*+]|\{\d+,\}/.test(bare) && !dividesOutside(bare)
}

/** Whether a bar divides it outside of any group: each anchor then holds for one side alone. */
function dividesOutside(bare: string): boolean {
  let depth = 0
  for (const letter of bare) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === '|' && depth === 0) return true
  }
  return false
}
