import { printable } from '../../src/rules/account/plain-text.ts'
import type { Command, Rows } from '../platform/command.ts'

/** Rows as text: one as a list of its fields, several as a table. */
export function tableOf(rows: Rows): string {
  const [first] = rows
  if (!first) return 'nothing'
  const names = Object.keys(first)
  if (rows.length === 1) {
    const width = Math.max(...names.map(({ length }) => length))
    return names.map((name) => `${name.padEnd(width)}  ${plain(first[name])}`).join('\n')
  }
  const lines = [names, ...rows.map((row) => names.map((name) => plain(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

// A terminal obeys control characters, and people choose their own names.
const plain = (value: string | number | null | undefined) => (value == null ? '-' : printable(String(value)))

/** What a command takes: with pictures or a file, where to write them. */
const optionsOf = ({ options, pictures, files }: Command): Command['options'] =>
  pictures || files
    ? [...options, { name: 'save', value: 'FOLDER', about: `saves the ${files ? 'file' : 'pictures'} to this folder` }]
    : options

const usageOf = (command: Command) =>
  [
    command.name,
    ...command.args,
    ...optionsOf(command).map(({ name, value, needed }) => (needed ? `--${name} ${value}` : `[--${name} ${value}]`)),
  ].join(' ')

export const helpOf = (command: Command): string =>
  [
    `npm run operator -- ${usageOf(command)}`,
    '',
    command.about,
    '',
    ...optionsOf(command).map(({ name, value, about }) => `  --${name} ${value}`.padEnd(18) + about),
    `${'  --as NAME'.padEnd(18)}your name for the audit log; default: your login name`,
    `${'  --json'.padEnd(18)}prints JSON`,
  ].join('\n')

export const helpOfAll = (commands: readonly Command[]): string =>
  [
    'npm run operator -- COMMAND',
    '',
    ...commands.map((command) => `  ${usageOf(command)}\n      ${command.about}`),
    '',
    'It uses the server’s settings (DATA_DIR or DATABASE_URL, VAULT_KEY) and can run next to a running server.',
    'npm run operator -- help COMMAND shows the options of a command.',
  ].join('\n')
