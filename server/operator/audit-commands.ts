import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import { type ActFilter, findActs, noteAct, verifyChain } from '../audit/module.ts'
import { type Command, date, type Given, OperatorError, type Option, reasonOf, why } from '../platform/command.ts'
import { factColumns } from '../platform/facts.ts'
import { commit } from '../platform/unit/unit.ts'
import { requireUser } from '../user/module.ts'
import { csvOf } from './csv.ts'

const SHOWN_MAX = 100
/** Of a file: about 6 MB. */
const EXPORTED_MAX = 20_000

const filters: readonly Option[] = [
  { name: 'operator', value: 'NAME', about: 'only acts of this operator, also as one of two' },
  { name: 'act', value: 'ACT', about: 'only this act, or those that begin with these words, such as desk' },
  { name: 'user', value: 'USER', about: 'only acts on this user' },
  { name: 'from', value: 'DATE', about: 'from this day or time on, in UTC: 2026-11-25 or 2026-11-25T16:20' },
  { name: 'to', value: 'DATE', about: 'until the end of this day, or until this time, in UTC' },
]

/** The log of operators' acts. */
export const auditCommands: readonly Command[] = [
  {
    name: 'audit verify',
    args: [],
    options: [
      { name: 'hash', value: 'HASH', about: 'a hash that was printed earlier, which must still be in the log' },
    ],
    about:
      'Verifies the hash chain of the audit log: a removed, inserted or changed line fails. Prints the newest hash; keep it elsewhere.',
    admin: { roles: ['auditor'], as: 'view', title: 'Audit log: verify', of: 'platform' },
    run: async ({ platform, options }) => {
      const { head, violation } = await verifyChain(platform.db, options.hash)
      if (violation !== undefined) throw new OperatorError(`the audit log is broken: ${violation}`, 'auditBroken')
      return [{ holds: 'yes', lines: head.seq, hash: head.hash || null }]
    },
  },
  {
    name: 'audit export',
    args: [],
    options: [...filters, why],
    about: 'Exports operator acts as CSV, oldest first, with their hashes. The export is in the audit log.',
    files: true,
    admin: { roles: ['auditor'], as: 'act', title: 'Export', of: 'platform', creates: true },
    run: exportActs,
  },
  {
    name: 'audit',
    args: [],
    options: filters,
    about: 'Shows the newest 100 operator acts.',
    admin: { roles: ['auditor'], as: 'view', title: 'Audit log', of: 'platform' },
    run: async (given) =>
      (await findActs(given.platform.db, await filterOf(given), SHOWN_MAX)).map((row) => ({
        line: row.seq === null ? null : Number(row.seq),
        at: date(row.at),
        who: row.who,
        user: row.user_id,
        ...factColumns({ ...JSON.parse(row.facts ?? '{}'), act: row.act }, row.why),
        hash: row.hash,
      })),
  },
]

async function exportActs(given: Given) {
  const { platform, who, file } = given
  const reason = reasonOf(given)
  if (!file) throw new OperatorError('--save is missing: the folder for the file')
  const rows = await findActs(platform.db, await filterOf(given), EXPORTED_MAX + 1)
  if (rows.length > EXPORTED_MAX)
    throw new OperatorError(`more than ${EXPORTED_MAX} lines: narrow them by --from and --to`)
  const lines = rows
    .reverse()
    .map((row) => [
      ...[row.seq, date(row.at), row.at, row.who, row.act, row.user_id, row.why, row.facts, row.id, row.hash],
    ])
  const saved = await file(
    `audit-${date(platform.clock.now() / 1000)
      .replaceAll(/\D/g, '')
      .slice(0, 14)}.csv`,
    await csvOf(COLUMNS, lines),
  )
  const facts = { ...given.facts, lines: String(rows.length) }
  await commit(platform, (unit) => noteAct(unit, { who, act: 'audit export', userId: null, why: reason, facts }))
  return [{ file: saved, lines: rows.length }]
}

const COLUMNS = ['line', 'utc', 'at', 'operator', 'act', 'user', 'reason', 'facts', 'id', 'hash']

async function filterOf({ platform, options }: Given): Promise<ActFilter> {
  const user = options.user === undefined ? undefined : await requireUser(platform.db, options.user)
  return {
    ...{ who: options.operator, act: options.act, userId: user?.id },
    from: options.from === undefined ? undefined : secondsOf('from', options.from),
    to: options.to === undefined ? undefined : secondsOf('to', options.to),
  }
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z?)?$/

/** A day or a time in UTC, in seconds; of `to`, the end of the day. @throws OperatorError */
function secondsOf(name: 'from' | 'to', text: string): number {
  const isDay = !text.includes('T')
  const ms = DATE.test(text) ? Date.parse(isDay || text.endsWith('Z') ? text : `${text}Z`) : Number.NaN
  if (Number.isNaN(ms))
    throw new OperatorError(`--${name} must be a day or a time in UTC: 2026-11-25 or 2026-11-25T16:20`)
  return Math.floor(ms / 1000) + (isDay && name === 'to' ? DAY_SECONDS : 0)
}
