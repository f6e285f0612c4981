import { noteAct } from '../audit/module.ts'
import { type Given, type Row, type Rows, reasonOf, requireWords, type Words, why } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import { factsOf } from '../platform/facts.ts'
import { commit } from '../platform/unit/unit.ts'
import { type AdminCommand, adminCommands, may } from './permissions.ts'
import { propose } from './proposals.ts'
import type { AtWork } from './sessions.ts'

/** No operator present may do this. The answer does not reveal whether it exists. */
export class NotAllowedError extends Error {}

/** A request in the admin console. `quiet`: automatic, and not by the operator. */
export type Asked = Words & { command: string; quiet?: boolean | undefined }

/**
 * - `rows`: what the command answered; of a queue `takes` are the words by which acts take a row, and `fits` the names of those
 *   that can be done with it now
 * - `pictures`: where each is found that the rows name
 * - `proposed`: the id of what waits for a second person instead
 */
export type Done = {
  rows: Rows
  takes?: readonly (readonly string[])[]
  fits?: readonly (readonly string[])[]
  pictures: Readonly<Record<string, string>>
  proposed?: string
}

/** A command's description for the page. */
export const describe = ({ name, args, options, about, admin }: AdminCommand) => ({
  ...{ name, args, options, about },
  ...{
    as: admin.as,
    title: admin.title,
    of: admin.of,
    money: admin.money !== undefined,
    creates: admin.creates ?? false,
  },
  follows: admin.follows ?? null,
})

/** What someone may do in the admin console. */
export const commandsOf = (platform: Platform, { roles }: Pick<AtWork, 'roles'>): AdminCommand[] =>
  adminCommands(platform).filter((command) => may(roles, command))

/**
 * Does what someone in the admin console asks for, by the function of the command line, or keeps it for a second person.
 *
 * @param place where a picture of this name in the store is found
 * @throws NotAllowedError, OperatorError
 */
export async function performAct(
  platform: Platform,
  operator: AtWork,
  { command: name, args, options, quiet }: Asked,
  place: (stored: string) => string,
): Promise<Done> {
  const allowed = commandsOf(platform, operator)
  const command = allowed.find((each) => each.name === name)
  if (!command || (quiet && command.admin.as !== 'queue' && command.admin.follows === undefined))
    throw new NotAllowedError()
  const words = { args, options }
  requireWords(command, words)
  if (command.options.some((option) => option.name === why.name)) reasonOf(words)
  if (command.admin.money && platform.config.ADMIN_SECOND_PERSON === 'yes') {
    return { rows: [], pictures: {}, proposed: await keepForSecond(platform, operator, command, words) }
  }
  const pictures: Record<string, string> = {}
  const given: Given = {
    ...{ platform, who: operator.name, args, options, tell: () => {} },
    facts: await factsOf(platform, command, words),
    picture: async (label, stored) => {
      pictures[label] = place(stored)
      return label
    },
  }
  const rows = await command.run(given)
  return { rows, pictures, ...actsOn(rows, command, allowed, operator.name) }
}

/**
 * How much waits in each queue for what this operator may do: at most what a queue lists. It is looked at without a word in
 * the audit log, as the queues are.
 */
export async function countWaiting(platform: Platform, operator: AtWork): Promise<Rows> {
  const allowed = commandsOf(platform, operator)
  const waiting: Row[] = []
  for (const command of allowed.filter(({ admin }) => admin.as === 'queue')) {
    const rows = await command.run({ platform, who: operator.name, args: [], options: {}, tell: () => {} })
    const { fits = [] } = actsOn(rows, command, allowed, operator.name)
    waiting.push({ queue: command.name, waits: fits.filter(({ length }) => length > 0).length })
  }
  return waiting
}

async function keepForSecond(platform: Platform, { name }: AtWork, command: AdminCommand, words: Words) {
  const facts = await factsOf(platform, command, words)
  return commit(platform, async (unit) => {
    const id = await propose(unit, { operator: name, command, words })
    await noteAct(unit, {
      ...{ who: name, act: `propose ${command.name}`, userId: null, why: reasonOf(words) },
      facts: { ...facts, proposal: id },
    })
    return id
  })
}

/** Which acts can be done with each row: those of a queue or list, and of a person’s account. */
function actsOn(rows: Rows, { admin, name }: AdminCommand, allowed: readonly AdminCommand[], who: string) {
  if (admin.as !== 'queue' && admin.as !== 'list' && name !== ACCOUNT) return {}
  const acts = allowed.filter((each) => each.admin.as === 'act' && each.admin.of === admin.of && !each.admin.creates)
  const { takes = byId } = admin
  return {
    takes: rows.map(takes),
    fits: rows.map((row) => acts.filter((each) => each.admin.fits?.(row, who) ?? true).map((each) => each.name)),
  }
}

/** The one view whose row is what acts on a person are about. */
const ACCOUNT = 'user show'

const byId = ({ id }: Row): readonly string[] => [String(id)]
