import { loanStatus, tradeListStatus, tradeStatus, transactionStatus } from '../../src/api/wire/status.ts'
import { drawMermaid } from './mermaid.ts'
import { moneyMoves } from './money.ts'
import type { Found, State, Step } from './read.ts'

/** Writes a Markdown page for each machine, and an index. */

export const COMMAND = 'npm run machines'

const cell = (text: string) => text.replaceAll('|', '\\|')
const code = (text: string) => (text === '' ? '' : `\`${cell(text)}\``)
const codes = (texts: readonly string[]) => texts.map(code).join(', ')

/** A table, or a sentence if it would be empty. */
function table(head: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The meaning of a state's codes. */
const statusLists: readonly { code: string; title: string; names: readonly string[] }[] = [
  { code: 'list', title: 'in the trade list', names: tradeListStatus },
  { code: 'status', title: 'trade status', names: tradeStatus },
  { code: 'loan', title: 'loan status', names: loanStatus },
  { code: 'review', title: 'transaction status', names: transactionStatus },
]

/** The names of a state's status codes in `src/api/wire/status.ts`. */
export const statusOf = ({ meta }: State): string | undefined =>
  meta && statusLists.flatMap(({ code, names }) => names[meta[code] ?? -1] ?? []).join(' · ')

const KINDS: Record<string, string> = {
  call: 'call',
  fromPromise: 'promise',
  fromCallback: 'callback',
  fromObservable: 'observable',
  fromEventObservable: 'observable of events',
}

/** How the code names a machine, or a function that gives one its effect. */
const MACHINE = /(Machine|By)$/

/** The page of one machine. */
export function writePage(
  { name, path, isOrder, machine, source }: Found,
  states: readonly State[],
  steps: readonly Step[],
) {
  const [root] = states
  const short = (id: string) => (id === root?.id ? 'anywhere' : id.slice((root?.id.length ?? 0) + 1))
  const goes = ({ from, to: [to], reenter }: Step) =>
    to === undefined ? 'stays' : to === from && !reenter ? 'stays' : code(short(to))
  const events = [...Map.groupBy(steps, ({ event }) => event)].flatMap(([, each]) => each)
  const guards = Object.entries(source.guards).map(([guard, asks]) => [
    code(guard),
    code(asks),
    [...new Set(steps.filter((step) => step.guard?.split(':')[0] === guard).map(({ event }) => event))]
      .map(code)
      .join(', '),
  ])
  const actors = Object.entries(source.actors).map(([actor, made]) => {
    const run = states.flatMap((state) =>
      state.invokes.filter(({ src }) => src === actor).map(({ id }) => ({ id, state })),
    )
    const kind = KINDS[made] ?? (MACHINE.test(made) ? `[machine](${made.replace(MACHINE, '')}.md)` : code(made))
    return [
      code(actor),
      kind,
      run.map(({ id, state }) => `${code(short(state.id))}${id === actor ? '' : ` as ${code(id)}`}`).join(', '),
    ]
  })
  const postings = Object.keys(machine.implementations.actions)
  const posted = (posting: string) =>
    [
      ...states.filter(({ entry }) => entry.includes(posting)).map(({ id }) => `entering ${code(short(id))}`),
      ...steps
        .filter(({ actions }) => actions.includes(posting))
        .map(({ from, event, to }) => `${code(short(from))} on ${code(event)} to ${code(short(to[0] ?? from))}`),
    ].join('; ')

  const sections = [
    `# ${name}`,
    `${machine.root.description ?? ''} Its literal is [\`${path}\`](../../${path}).`.trim(),
    `[![${name}](${name}.svg)](${name}.svg)`,
    `A dot leads to the state that a group begins in; a ring stands for wherever the machine is within its group. Dashed
groups run side by side. \`#\` marks tags. What \`${COMMAND} -- --json ${name}\` prints opens in the Stately editor.`,
    '## States',
    table(
      ['state', 'kind', 'meaning', 'tags', 'on entry', 'on exit', 'runs'],
      states
        .filter(({ parent }) => parent !== undefined)
        .map((state) => [
          code(short(state.id)),
          state.type,
          cell(state.description ?? ''),
          codes(state.tags),
          codes(state.entry),
          codes(state.exit),
          codes(state.invokes.map(({ src }) => src)),
        ]),
      '',
    ),
    '## Events',
    table(
      ['event', 'in state', 'if', 'then', 'does', 'why'],
      events.map((step) => [
        code(step.event),
        code(short(step.from)),
        code(step.guard ?? ''),
        goes(step),
        codes(step.actions),
        cell(step.description ?? ''),
      ]),
      '',
    ),
    '## Guards',
    table(['guard', 'asks', 'of'], guards, 'It asks nothing.'),
    '## Actors',
    table(['actor', 'kind', 'runs in'], actors, 'It runs nothing: its caller carries out what it names.'),
    ...(isOrder ? statusesAndMoney() : []),
    '## As Mermaid',
    `\`\`\`mermaid\n${drawMermaid(states, steps)}\n\`\`\``,
    `Written by \`${COMMAND}\`.`,
  ]

  function statusesAndMoney(): string[] {
    const marked = states.filter(({ meta }) => meta)
    const lists = statusLists.filter(({ code }) => marked.some(({ meta }) => meta && code in meta))
    const money = postings.length > 0 ? moneyMoves(root?.id ?? name, postings) : undefined
    return [
      '## Statuses',
      table(
        ['state', ...lists.map(({ title }) => title)],
        marked.map(({ id, meta }) => [
          code(short(id)),
          ...lists.map((list) => {
            const at = meta?.[list.code]
            return at == null ? '' : `${at} ${list.names[at]}`
          }),
        ]),
        '',
      ),
      ...(money
        ? [
            '## Money moves',
            `What the server's ledger posts, on the example of ${money.of}. Each posting sums to zero.`,
            table(
              ['posting', 'when', 'moves'],
              money.moves.map(({ posting, lines }) => [
                code(posting),
                posted(posting),
                lines.map(({ account, amount }) => `${amount} ${account}`).join('<br>'),
              ]),
              '',
            ),
          ]
        : []),
    ]
  }
  return `${sections.join('\n\n')}\n`
}

/** The page that leads to all of them. */
export function writeIndex(all: readonly { found: Found; states: readonly State[]; steps: readonly Step[] }[]): string {
  const rows = (isOrder: boolean) =>
    all
      .filter(({ found }) => found.isOrder === isOrder)
      .map(({ found: { name, machine, source }, states, steps }) => [
        `[${name}](${name}.md)`,
        cell(machine.root.description ?? ''),
        String(states.length - 1),
        String(steps.length),
        String(Object.keys(source.guards).length),
        `[svg](${name}.svg)`,
      ])
  const head = ['machine', 'what it is', 'states', 'transitions', 'guards', 'diagram']
  return `${[
    '# Machines',
    `Every state machine of the app and of its orders, drawn and described from the machine itself. \`${COMMAND}\` writes this
folder, and a test fails where it is not current.`,
    '## Orders',
    'The lives of orders, and of what someone reviews. The server runs them as the authority; their actions are postings of its ledger.',
    table(head, rows(true), ''),
    '## Flows',
    'What a person does in the app, and what goes on around it.',
    table(head, rows(false), ''),
    '## Looking further',
    `- **In an editor:** \`${COMMAND} -- --json <name>\` prints a machine's definition as \`createMachine\` takes it. At
  stately.ai, make a new machine, choose *Import*, and paste it; or paste the machine's file from \`src/machines\`. Of what
  is computed while it runs (first context, inputs, parameters) the JSON holds only what is fixed.
- **While it runs:** \`npm run dev\`, then open the app with \`?inspect\` in its address. A window of Stately's inspector
  shows each machine of the page as it moves; the browser may ask first whether it may open. Tokens, codes and passwords
  are blotted out before anything leaves the page. The inspector is loaded only then, and is not in a build.
- **As tested:** \`${COMMAND} -- --paths\` walks the generated paths of each machine's tests, lists them, and says which
  share of states, transitions and guards they cover.`,
  ].join('\n\n')}\n`
}
