import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBeside } from '../beside.ts'
import { modules } from '../modules.ts'
import { type Command, type Given, OperatorError, type Rows, requireShape, requireWords } from '../platform/command.ts'
import { readConfig } from '../platform/config.ts'
import { factsOf } from '../platform/facts.ts'
import type { Store } from '../platform/store/store.ts'
import { helpOf, helpOfAll, tableOf } from './print.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = modules.flatMap((each) => each.commands ?? [])

/** The terminal: `tell` reports progress of a long command; `secret` asks for a password. */
export type Terminal = Pick<Given, 'tell'> & Required<Pick<Given, 'secret'>>

const nobody: Terminal = {
  tell: () => {},
  secret: async () => {
    throw new OperatorError('no terminal to ask for a password')
  },
}

/**
 * Executes an operator's command line on the database, next to a running server.
 *
 * @param words after `npm run operator --`
 * @param environment the server's settings
 * @returns what to print
 * @throws OperatorError, ConfigError, DatabaseError, FolderError, MigrationError, each of one line
 */
export async function operate(
  words: readonly string[],
  environment: Record<string, string | undefined>,
  terminal: Partial<Terminal> = {},
): Promise<string> {
  const asked = words[0] === 'help' ? words.slice(1) : words.filter((word) => word !== '--help')
  const command = commands.find(({ name }) => `${asked.join(' ')} `.startsWith(`${name} `))
  if (!command) {
    if (asked.length > 0)
      throw new OperatorError(`there is no command ${asked.join(' ')}: try npm run operator -- help`)
    return helpOfAll(commands)
  }
  if (asked.length < words.length) return helpOf(command)
  const { args, as = userInfo().username, json, save, options } = readWords(command, words)
  const config = readConfig(environment)
  const shown = (rows: Rows) => (json ? JSON.stringify(rows, null, 2) : tableOf(rows))
  const open = () => openBeside(config)
  if (command.alone) {
    return shown(await command.alone({ config, modules, open, who: as, args, options, ...nobody, ...terminal }))
  }
  const platform = await open()
  try {
    const facts = await factsOf(platform, command, { args, options })
    const given: Given = { platform, who: as, args, options, facts, ...nobody, ...terminal }
    const rows: Rows = await command.run(
      save === undefined ? given : { ...given, picture: savingTo(save, platform.store), file: writingTo(save) },
    )
    return shown(rows)
  } finally {
    await platform.database.close()
  }
}

type Words = Pick<Given, 'args' | 'options'> & { as?: string; json?: boolean; save?: string }

function readWords(command: Command, words: readonly string[]): Words {
  const text = { type: 'string' } as const
  const known = Object.fromEntries(command.options.map(({ name }) => [name, text]))
  try {
    const { positionals, values } = parseArgs({
      args: words.slice(command.name.split(' ').length),
      allowPositionals: true,
      options: {
        ...known,
        as: text,
        json: { type: 'boolean' },
        ...((command.pictures || command.files) && { save: text }),
      },
    })
    const { as, json, save, ...options } = values as Omit<Words, 'args' | 'options'> & Record<string, string>
    requireWords(command, { args: positionals, options })
    if (as !== undefined) requireShape('--as', 'NAME', as)
    if (save !== undefined) requireShape('--save', 'FOLDER', save)
    return {
      args: positionals,
      options,
      ...(as !== undefined && { as }),
      ...(json && { json }),
      ...(save !== undefined && { save }),
    }
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(error instanceof Error ? error.message : String(error))
  }
}

/** Writes pictures to a folder that only its owner opens, and answers where each lies. */
export const savingTo =
  (folder: string, store: Store): NonNullable<Given['picture']> =>
  async (label, name) => {
    const bytes = await store.get(name)
    if (!bytes) throw new OperatorError(`the picture ${label} is not in the store`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${label}.jpg`)
    await writeFile(path, bytes, { mode: 0o600 })
    return path
  }

/** Writes a file to a folder that only its owner opens, and answers where it lies. */
const writingTo =
  (folder: string): NonNullable<Given['file']> =>
  async (name, text) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, name)
    await writeFile(path, text, { mode: 0o600, flag: 'wx' }).catch(() => {
      throw new OperatorError(`cannot write ${path}, or it exists`)
    })
    return path
  }
