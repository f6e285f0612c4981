import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { openBeside } from '../beside.ts'
import { capabilities } from '../capabilities.ts'
import { type Command, OperatorError, type Rows } from '../platform/command.ts'
import { readConfig } from '../platform/config.ts'
import { helpOf, helpOfAll, tableOf } from './print.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = capabilities.flatMap((each) => each.commands ?? [])

/**
 * Does what an operator's command line says, on the database beside a running server.
 *
 * @param words what stands after `npm run operator --`
 * @param environment the server's settings
 * @param tell hears how far a long command is
 * @returns what to print
 * @throws OperatorError, ConfigError, DatabaseError, FolderError, MigrationError, each of one line
 */
export async function operate(
  words: readonly string[],
  environment: Record<string, string | undefined>,
  tell: (line: string) => void = () => {},
): Promise<string> {
  const asked = words[0] === 'help' ? words.slice(1) : words.filter((word) => word !== '--help')
  const command = commands.find(({ name }) => `${asked.join(' ')} `.startsWith(`${name} `))
  if (!command) {
    if (asked.length > 0)
      throw new OperatorError(`there is no command ${asked.join(' ')}: try npm run operator -- help`)
    return helpOfAll(commands)
  }
  if (asked.length < words.length) return helpOf(command)
  const { args, options } = readWords(command, words.slice(command.name.split(' ').length))
  const { as = userInfo().username, json, ...rest } = options
  const platform = await openBeside(readConfig(environment))
  try {
    const rows: Rows = await command.run({ platform, who: as, args, options: rest, tell })
    return json === undefined ? tableOf(rows) : JSON.stringify(rows, null, 2)
  } finally {
    await platform.database.close()
  }
}

function readWords(command: Command, words: readonly string[]): { args: string[]; options: Record<string, string> } {
  const known = Object.fromEntries(command.options.map(({ name }) => [name, { type: 'string' as const }]))
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { ...known, as: { type: 'string' }, json: { type: 'boolean' } },
    })
    const given: Record<string, string | boolean | undefined> = values
    const missing = command.options.find(({ name, needed }) => needed && given[name] === undefined)
    if (missing) throw new OperatorError(`--${missing.name} is missing`)
    if (positionals.length !== command.args.length) {
      throw new OperatorError(`${command.name} takes ${command.args.join(' ') || 'nothing more'}`)
    }
    return {
      args: positionals,
      options: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    }
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(error instanceof Error ? error.message : String(error))
  }
}
