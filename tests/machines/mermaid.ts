import type { State, Step } from './read.ts'

/** A machine as a Mermaid state diagram, without actions: for places that draw no SVG. */

// Mermaid takes letters, digits and underscores for an id.
const idOf = (id: string) => id.replaceAll('.', '_')
const within = (id: string, parent: string) => id.startsWith(`${parent}.`)

/** Characters with a meaning in Mermaid's grammar are written as entities. */
const plain = (text: string) => text.replaceAll(';', '#59;').replaceAll(':', '#58;')

/** The source of a `stateDiagram-v2`. */
export function drawMermaid(states: readonly State[], steps: readonly Step[]): string {
  const lines: string[] = ['stateDiagram-v2']
  const childrenOf = (id: string) => states.filter(({ parent }) => parent === id)
  const moves = steps.filter(({ from, to }) => to[0] !== undefined && to[0] !== from)
  // Mermaid cannot draw an arrow from a state to one within it: it begins at a choice inside.
  const starts = new Set(moves.filter(({ from, to: [to] }) => to && within(to, from)).map(({ from }) => from))

  const declare = (state: State, indent: string) => {
    const children = childrenOf(state.id)
    lines.push(`${indent}state "${state.key}" as ${idOf(state.id)}${children.length > 0 ? ' {' : ''}`)
    if (children.length === 0) return
    inside(state, `${indent}  `)
    lines.push(`${indent}}`)
  }
  const inside = (state: State, indent: string) => {
    if (state.initial) lines.push(`${indent}[*] --> ${idOf(state.initial)}`)
    if (starts.has(state.id)) lines.push(`${indent}state ${idOf(state.id)}_any <<choice>>`)
    for (const [index, child] of childrenOf(state.id).entries()) {
      if (state.type === 'parallel' && index > 0) lines.push(`${indent}--`)
      declare(child, indent)
      if (child.type === 'final') lines.push(`${indent}${idOf(child.id)} --> [*]`)
    }
  }

  const [root] = states
  // Only within a state may regions run side by side.
  if (root?.type === 'parallel') declare(root, '  ')
  else if (root) inside(root, '  ')
  for (const { from, event, guard, to } of moves) {
    const source = starts.has(from) && to[0] && within(to[0], from) ? `${idOf(from)}_any` : idOf(from)
    lines.push(`  ${source} --> ${idOf(to[0] ?? '')} : ${plain(event)}${guard ? ` if ${plain(guard)}` : ''}`)
  }
  return lines.join('\n')
}
