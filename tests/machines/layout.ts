import Elk, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js'
import type { State, Step } from './read.ts'

/** The layout of a diagram, in px. */

export type Line = { text: string; look: 'name' | 'event' | 'plain' | 'muted' | 'money' }
export type Box = { state: State; x: number; y: number; width: number; height: number; lines: Line[]; depth: number }
export type Label = { x: number; y: number; width: number; height: number; lines: Line[] }
export type Point = { x: number; y: number }
export type Arrow = { points: Point[]; label: Label | undefined }
export type Layout = { width: number; height: number; boxes: Box[]; dots: Point[]; rings: Point[]; arrows: Arrow[] }

export const LINE = 18
export const PAD = 12
export const DOT = 5
const LABEL_PAD = 6

// Relative to the font size. System fonts differ: this is slightly wider than any of them.
const NARROW = /[ijlftrI.,:;'|!()[\]/ ]/
const WIDE = /[mwMW@]/
const letter = (char: string) => (NARROW.test(char) ? 0.4 : WIDE.test(char) ? 0.98 : /[A-Z]/.test(char) ? 0.74 : 0.65)

// Bold text is slightly wider.
const sizes = { name: 16, event: 14, plain: 12, muted: 12, money: 13 }
const widthOf = ({ text, look }: Line) => [...text].reduce((sum, char) => sum + letter(char), 0) * sizes[look]
const widest = (lines: readonly Line[]) => Math.ceil(Math.max(0, ...lines.map(widthOf)))

const isInside = (step: Step) => step.to.length === 0 || (step.to.length === 1 && step.to[0] === step.from)

/** How a group is laid out: none inherits from the one around it. */
const spacing = {
  'elk.algorithm': 'layered',
  'elk.edgeLabels.placement': 'CENTER',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_DOWN',
  // The initial state is first.
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
}

/** Whether it leads from a state to one within it. */
const isWithin = ({ from, to: [to] }: Step) => to?.startsWith(`${from}.`) ?? false

/** An event with its guard and actions. */
function linesOfStep({ event, guard, actions }: Step, isMoney: boolean): Line[] {
  const done = actions.map((action): Line => ({ text: `/ ${action}`, look: isMoney ? 'money' : 'muted' }))
  return [{ text: event, look: 'event' }, ...(guard ? [{ text: `if ${guard}`, look: 'plain' as const }] : []), ...done]
}

function linesOfState(state: State, steps: readonly Step[], codes: string | undefined, isMoney: boolean): Line[] {
  const look = isMoney ? 'money' : 'muted'
  return [
    { text: state.key, look: 'name' },
    ...(codes ? [{ text: codes, look: 'plain' as const }] : []),
    ...(state.tags.length > 0 ? [{ text: state.tags.map((tag) => `#${tag}`).join(' '), look: 'muted' as const }] : []),
    ...state.entry.map((action): Line => ({ text: `on entry / ${action}`, look })),
    ...state.exit.map((action): Line => ({ text: `on exit / ${action}`, look })),
    ...state.invokes.map(
      ({ src, id }): Line => ({ text: `runs ${src}${src === id ? '' : ` as ${id}`}`, look: 'plain' }),
    ),
    ...steps
      .filter((step) => step.from === state.id && isInside(step))
      .map(({ event, guard, actions, to }): Line => {
        const what = actions.length > 0 ? ` / ${actions.join(', ')}` : to.length > 0 ? '' : ' / nothing'
        return { text: `${to.length > 0 ? '↻ ' : ''}${event}${guard ? ` if ${guard}` : ''}${what}`, look: 'plain' }
      }),
  ]
}

/** Lays a machine out. `codesOf`: the label of a state's statuses. `isMoney`: whether its actions move money. */
export async function layOut(
  states: readonly State[],
  steps: readonly Step[],
  {
    codesOf,
    isMoney,
    direction,
  }: { codesOf(state: State): string | undefined; isMoney: boolean; direction: 'DOWN' | 'RIGHT' },
): Promise<Layout> {
  const lines = new Map(states.map((state) => [state.id, linesOfState(state, steps, codesOf(state), isMoney)]))
  const nodeOf = (state: State): ElkNode => {
    const own = lines.get(state.id) ?? []
    const [width, height] = [widest(own) + 2 * PAD, own.length * LINE + 2 * PAD]
    const children = states.filter(({ parent }) => parent === state.id).map(nodeOf)
    if (children.length === 0) return { id: state.id, width, height }
    const small = { width: DOT * 2, height: DOT * 2 }
    const dots: ElkNode[] = [
      ...(state.initial ? [{ id: `${state.id}#`, ...small }] : []),
      ...(steps.some((step) => step.from === state.id && isWithin(step)) ? [{ id: `${state.id}*`, ...small }] : []),
    ]
    return {
      id: state.id,
      children: [...dots, ...children],
      layoutOptions: {
        ...spacing,
        'elk.direction': direction,
        'elk.padding': `[top=${height + PAD},left=${PAD * 2},bottom=${PAD * 2},right=${PAD * 2}]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width},${height})`,
      },
    }
  }
  const [root] = states
  if (!root) throw new Error('a machine has a root')

  const merged = Map.groupBy(
    steps.filter((step) => !isInside(step)),
    ({ from, to }) => `${from} ${to.join()}`,
  )
  const edges: ElkExtendedEdge[] = [...merged].map(([id, [step, ...more]]) => {
    const text = [step, ...more].flatMap((each) => (each ? linesOfStep(each, isMoney) : []))
    return {
      id,
      // A transition taken from anywhere within a state starts at a ring inside it.
      sources: [step && isWithin(step) ? `${step.from}*` : (step?.from ?? '')],
      targets: step?.to.slice(0, 1) ?? [],
      labels: [
        {
          id,
          text: id,
          width: widest(text) + 2 * LABEL_PAD,
          height: text.length * 16 + LABEL_PAD,
          layoutOptions: { 'elk.edgeLabels.inline': 'true' },
        },
      ],
    }
  })
  const linesOf = new Map(
    [...merged].map(([id, each]) => [id, each.flatMap((step) => linesOfStep(step, isMoney))] as const),
  )
  const starts = states.flatMap(({ id, initial }): ElkExtendedEdge[] =>
    initial ? [{ id: `${id}#`, sources: [`${id}#`], targets: [initial] }] : [],
  )

  const graph: ElkNode = {
    id: '',
    children: [nodeOf(root)],
    edges: [...starts, ...edges],
    layoutOptions: {
      ...spacing,
      'elk.direction': direction,
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
    },
  }
  const laid = await new Elk().layout(graph)

  const placed = new Map<string, { node: ElkNode; depth: number }>()
  const visit = (node: ElkNode, depth: number) => {
    placed.set(node.id, { node, depth })
    for (const child of node.children ?? []) visit(child, depth + 1)
  }
  for (const child of laid.children ?? []) visit(child, 0)
  const round = (number = 0) => Math.round(number)
  const frame = ({ x, y, width, height }: { x?: number; y?: number; width?: number; height?: number }) => ({
    x: round(x),
    y: round(y),
    width: round(width),
    height: round(height),
  })
  const marks = (sign: string) =>
    [...placed.values()]
      .filter(({ node }) => node.id.endsWith(sign))
      .map(({ node }) => ({ x: round(node.x) + DOT, y: round(node.y) + DOT }))
  return {
    width: round(laid.width),
    height: round(laid.height),
    boxes: states.flatMap((state) => {
      const found = placed.get(state.id)
      return found ? [{ state, ...frame(found.node), lines: lines.get(state.id) ?? [], depth: found.depth }] : []
    }),
    dots: marks('#'),
    rings: marks('*'),
    arrows: (laid.edges ?? []).map(({ id, sections = [], labels = [] }) => {
      const [label] = labels
      return {
        points: sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
          [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) })),
        ),
        label: label && { ...frame(label), lines: linesOf.get(id) ?? [] },
      }
    }),
  }
}
