import { noteAct } from '../audit/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import {
  ForbiddenError,
  type Given,
  type Row,
  type Rows,
  reasonOf,
  requireWords,
  type Words,
  why,
} from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import { factsOf } from '../platform/facts.ts'
import type { Limit } from '../platform/throttle.ts'
import { commit } from '../platform/unit/unit.ts'
import { namesOf } from '../user/module.ts'
import { decidedToday } from './decided.ts'
import { type AdminCommand, adminCommands, may } from './permissions.ts'
import { propose } from './proposals.ts'
import type { AtWork } from './sessions.ts'

/** No operator present may do this. The answer does not reveal whether it exists. */
export class NotAllowedError extends Error {}

/** A request in the admin console. `quiet`: automatic, and not by the operator. */
export type Asked = Words & { command: string; quiet?: boolean | undefined }

/**
 * - `rows`: the command's result; of a queue, `takes` are each row's arguments for acts, and `fits` the names of its applicable acts
 * - `late`: of a queue, whether each row has waited longer for its decision than it should
 * - `pictures`: the paths of those named in the rows
 * - `files`: the texts of those named in the rows
 * - `people`: the names of the users in the rows, by their ids
 * - `at`: the time of the answer, in seconds
 * - `proposed`: the id of a proposal that awaits a second person instead
 */
export type Done = {
  rows: Rows
  takes?: readonly (readonly string[])[]
  fits?: readonly (readonly string[])[]
  late?: readonly boolean[]
  pictures: Readonly<Record<string, string>>
  files?: Readonly<Record<string, string>>
  people?: Readonly<Record<string, string>>
  at: number
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
  target: admin.target?.seconds ?? null,
  audited: admin.audited ?? false,
})

/** The commands that an operator may use. */
export const commandsOf = (platform: Platform, { roles }: Pick<AtWork, 'roles'>): AdminCommand[] =>
  adminCommands(platform).filter((command) => may(roles, command))

/** Refused acts that the audit log stores, for one operator: a page that retries cannot fill it. */
const NOTED: Limit = { name: 'desk refused acts noted', points: 20, seconds: 3_600 }

const SUBJECT_LENGTH_MAX = 100

/**
 * Performs an operator's request by the command line's function, or stores it for a second person. The audit log has each act that the
 * operator may not do.
 *
 * @param place the path of a stored picture
 * @throws NotAllowedError, OperatorError
 */
export async function performAct(
  platform: Platform,
  operator: AtWork,
  asked: Asked,
  place: (stored: string) => string,
): Promise<Done> {
  try {
    return await permitted(platform, operator, asked, place)
  } catch (error) {
    if (error instanceof NotAllowedError || error instanceof ForbiddenError) {
      const why = error.message || `not for ${operator.roles.join(', ') || 'an operator without roles'}`
      await noteRefused(platform, operator, asked, why)
    }
    throw error
  }
}

async function noteRefused(platform: Platform, { name }: AtWork, { command, args }: Asked, why: string) {
  if (!(await platform.throttle.take(NOTED, name)).allowed) return
  const known = adminCommands(platform).some((each) => each.name === command)
  const subject = known ? args.join(' ').slice(0, SUBJECT_LENGTH_MAX) : ''
  const facts = { tried: known ? command : 'an unknown act', ...(subject !== '' && { subject }) }
  await commit(platform, (unit) => noteAct(unit, { who: name, act: 'desk refused', userId: null, why, facts }))
}

async function permitted(
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
  const at = nowSeconds(platform.clock)
  if (command.admin.money && platform.config.ADMIN_SECOND_PERSON === 'yes') {
    return { rows: [], pictures: {}, at, proposed: await keepForSecond(platform, operator, command, words) }
  }
  const pictures: Record<string, string> = {}
  const files: Record<string, string> = {}
  const given: Given = {
    ...{ platform, who: operator.name, args, options, tell: () => {} },
    facts: await factsOf(platform, command, words),
    picture: async (label, stored) => {
      pictures[label] = place(stored)
      return label
    },
    file: async (name, text) => {
      files[name] = text
      return name
    },
  }
  const rows = await command.run(given)
  const people = await namesOf(platform.db, usersIn(rows))
  const late = command.admin.target && { late: rows.map((row) => isLate(command, row, at)) }
  return { rows, pictures, files, people, at, ...actsOn(rows, command, allowed, operator.name), ...late }
}

/**
 * Each queue that this operator may open: how many items some operator may process, at most as many as it lists; since when the oldest waits
 * for its decision; its target, in seconds; how many have missed it; and what was decided today. Not in the audit log, like the queues
 * themselves.
 */
export async function countWaiting(platform: Platform, operator: AtWork): Promise<Rows> {
  const now = nowSeconds(platform.clock)
  const decided = await decidedToday(platform)
  const waiting: Row[] = []
  for (const command of commandsOf(platform, operator).filter(({ admin }) => admin.as === 'queue')) {
    const rows = await command.run({ platform, who: operator.name, args: [], options: {}, tell: () => {} })
    const { fits = [] } = actsOn(rows, command, adminCommands(platform), operator.name)
    const since = rows.flatMap((row) => sinceOf(command, row) ?? []).sort()
    waiting.push({
      queue: command.name,
      waits: fits.filter(({ length }) => length > 0).length,
      oldest: since[0] ?? null,
      target: command.admin.target?.seconds ?? null,
      late: rows.filter((row) => isLate(command, row, now)).length,
      ...(decided.get(command.admin.of) ?? { decided: null, median: null }),
    })
  }
  return waiting
}

/** Since when a row of a queue waits for a decision; `undefined` if it does not. */
function sinceOf({ admin: { target } }: AdminCommand, row: Row): string | undefined {
  const since = target && (target.waits?.(row) ?? true) ? row[target.since] : null
  return since == null ? undefined : String(since)
}

/** Whether a row has waited longer than the target of its queue, at a time in seconds. */
function isLate(command: AdminCommand, row: Row, now: number): boolean {
  const since = sinceOf(command, row)
  return since !== undefined && now - Date.parse(since) / 1000 > (command.admin.target?.seconds ?? 0)
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

/** Columns of users' ids, separated by spaces. Every operator may look a user up by an id, and so see the name. */
const PEOPLE = ['user', 'sameFile', 'sameLook']

const usersIn = (rows: Rows): string[] => [
  ...new Set(rows.flatMap((row) => PEOPLE.flatMap((name) => String(row[name] ?? '').split(' '))).filter(Boolean)),
]

/** The applicable acts of each row of a queue, a list, or a user’s account. */
function actsOn(rows: Rows, { admin, name }: AdminCommand, allowed: readonly AdminCommand[], who: string) {
  if (admin.as !== 'queue' && admin.as !== 'list' && name !== ACCOUNT) return {}
  const acts = allowed.filter((each) => each.admin.as === 'act' && each.admin.of === admin.of && !each.admin.creates)
  const { takes = byId } = admin
  return {
    takes: rows.map(takes),
    fits: rows.map((row) => acts.filter((each) => each.admin.fits?.(row, who) ?? true).map((each) => each.name)),
  }
}

/** The view whose row is the subject of acts on a user. */
const ACCOUNT = 'user show'

const byId = ({ id }: Row): readonly string[] => [String(id)]
