import { parseSync } from 'vite'

/** A change of a source that a test should see. `start` and `end` are places in the text; `line` counts from 1. */
export type Change = { kind: Kind; start: number; end: number; from: string; to: string; line: number }

export type Kind =
  | 'boundary'
  | 'comparison'
  | 'condition'
  | 'logic'
  | 'arithmetic'
  | 'extreme'
  | 'literal'
  | 'await'
  | 'statement'
  | 'body'

/** A node of a syntax tree, as ESTree has it. */
type Syntax = { type: string; start: number; end: number; [field: string]: unknown }

const SWAPPED: Record<string, readonly [Kind, string]> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
}

const OPPOSITE: Record<string, string> = { min: 'max', max: 'min', some: 'every', every: 'some' }

/** Log and error texts are for operators and developers: no test checks their wording. */
const UNTESTED = /^(?:\w+\.)*log\.|^(?:throw )?new \w*Error\(/

/** All changes that the operators make of a source, in the order of its text. */
export function changesOf(path: string, text: string): Change[] {
  const found: Change[] = []
  const add = (kind: Kind, { start, end }: { start: number; end: number }, to: string) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ kind, start, end, from: text.slice(start, end), to, line })
  }
  const textOf = ({ start, end }: Syntax) => text.slice(start, end)

  const mutate = (node: Syntax, parent: Syntax | undefined) => {
    const own = textOf(node)
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const [left, right] = [node.left as Syntax, node.right as Syntax]
        const [kind, operator] = SWAPPED[String(node.operator)] ?? []
        const joinsText = node.operator === '+' && [left, right].some(isText)
        if (!kind || !operator || joinsText) return
        const at = left.end + text.slice(left.end, right.start).indexOf(String(node.operator))
        add(kind, { start: at, end: at + String(node.operator).length }, operator)
        return
      }
      case 'IfStatement':
      case 'ConditionalExpression':
        add('condition', node.test as Syntax, `!(${textOf(node.test as Syntax)})`)
        return
      case 'CallExpression': {
        const { property } = node.callee as { property?: Syntax }
        const opposite = OPPOSITE[String(property?.name)]
        if (property && opposite) add('extreme', property, opposite)
        return
      }
      case 'Literal':
        if (isIdle(node, parent, textOf)) return
        if (typeof node.value === 'boolean') add('literal', node, String(!node.value))
        else if (/^\d[\d_]*n?$/.test(own)) add('literal', node, grown(own))
        return
      case 'AwaitExpression':
        add('await', node, `(${textOf(node.argument as Syntax)})`)
        return
      case 'ExpressionStatement':
      case 'ThrowStatement':
        add('statement', node, ';')
        return
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression': {
        const body = node.body as Syntax | null
        if (body?.type === 'BlockStatement' && (body.body as unknown[]).length > 1 && !returnsSomething(body))
          add('body', body, '{}')
      }
    }
  }
  const visit = (node: Syntax, parent?: Syntax) => {
    if (isType(node) || node.type === 'ImportDeclaration' || UNTESTED.test(textOf(node))) return
    mutate(node, parent)
    if (!isOrder(node)) for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parseSync(path, text).program as unknown as Syntax)
  return found.sort((a, b) => a.start - b.start)
}

/** The text with a change made. */
export const applied = (text: string, { start, end, to }: Pick<Change, 'start' | 'end' | 'to'>): string =>
  text.slice(0, start) + to + text.slice(end)

const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Syntax): Syntax[] => Object.values(node).flat().filter(isSyntax)
const isText = ({ type, value }: Syntax) => type === 'TemplateLiteral' || typeof value === 'string'
/** A comparator, such as `a < b ? -1 : 1`, whose equality never matters: the sorted values are unique. */
const isOrder = ({ type, consequent, alternate }: Syntax) =>
  type === 'ConditionalExpression' && [consequent, alternate].every((each) => /^-?1$/.test(signOf(each as Syntax)))
const signOf = ({ type, operator, argument, value }: Syntax): string =>
  type === 'UnaryExpression' ? `${operator}${signOf(argument as Syntax)}` : String(value)
/** Types are gone when it runs; `as` and its like hold an expression. */
const isType = ({ type, expression }: Syntax) => type.startsWith('TS') && !isSyntax(expression)

/** A literal whose value is irrelevant: a default that only the type requires, or a row limit where only one row is used. */
function isIdle(node: Syntax, parent: Syntax | undefined, textOf: (node: Syntax) => string): boolean {
  if (parent?.type === 'AssignmentPattern' || parent?.operator === '??') return parent.right === node
  return parent?.type === 'CallExpression' && /\.limit\(1\)$/.test(textOf(parent))
}

/** Zero becomes one, and any other number doubles. */
function grown(literal: string): string {
  const isBig = literal.endsWith('n')
  const value = BigInt(literal.replace(/[_n]/g, ''))
  return `${value === 0n ? 1n : value * 2n}${isBig ? 'n' : ''}`
}

function returnsSomething(node: Syntax): boolean {
  if (node.type === 'ReturnStatement') return isSyntax(node.argument)
  return childrenOf(node).some((child) => !/Function/.test(child.type) && returnsSomething(child))
}
