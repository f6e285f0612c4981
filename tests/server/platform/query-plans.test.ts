import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { describe, expect, it } from 'vitest'
import { decidedToday } from '../../../server/admin/decided.ts'
import { collectHere } from '../../../server/export/module.ts'
import { QUARTER } from '../../../server/ledger/movement-sums.ts'
import { setZone } from '../../../src/api/account/user.ts'
import { months } from '../../../src/api/money/records.ts'
import { dayOf } from '../../../src/rules/time/zone.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { readsOfAdmin, readsOfCalls } from './reads.ts'
import { sampleOf } from './samples.ts'

/** Tables that do not grow with people or their activity. */
const small = new Set([
  ...['plans', 'plans_withheld', 'publications', 'push_keys'],
  ...['lever_halts', 'spot_halts', 'spot_hoarding', 'forex_halts'],
])
/** Indexes scanned by page, since every row in them is requested: pending rows, or the whole audit log. */
const walked = new Set([
  ...['kyc_waiting', 'deposits_open', 'withdrawals_open', 'plan_orders_waiting', 'desk_proposals_open'],
  ...['provider_calls_unmatched', 'sqlite_autoindex_audit_1'],
])
/** Of which a person has few, or as many as they may have: sorting these is no work. Kept sums are some thousand rows for years. */
const few = new Set([
  ...[
    'sessions',
    'push_subscriptions',
    'agreements',
    'withdrawal_addresses',
    'kyc',
    'publications',
    'movement_sums',
    'order_sums',
  ],
  // Only live rows of these, or those of a day.
  ...['loans', 'withdrawals', 'strategies'],
  // As many as someone has invited.
  'users',
])

/** Tables with up to a million rows per person: a sum may read only live rows. */
const lives = /^SEARCH (?:microtrades|levers|spots|forex_positions|entries|transfers)\b(?!.* INDEX \w+_live\b)/

/** All orders of a person: a search for a few of them would scan the rest. */
const all = /^SEARCH (?:microtrades|levers|spots|forex_positions) USING INDEX \w+_(?:of_user|by_id) /

const asked: RootOperationNode[] = []
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => {
    asked.push(node)
    return node
  },
  transformResult: async ({ result }) => result,
}

describe('query plans: no statement scans a growing table, nor sorts or sums a lifetime', () => {
  describeServer(
    'what answers',
    (server) => {
      it.each(readsOfCalls)('%s %j', async (path, input, call) => {
        const { token } = await server.person()
        await expectPlans(server, async () => {
          await server.call(call, { ...sampleOf(path), ...input }, token)
        })
      })

      it('sums of quarters of an hour, where a day of a zone begins within one of UTC', async () => {
        const { token } = await server.person()
        await server.ok(setZone, { timeZone: 'Asia/Tokyo' }, token)
        const today = dayOf(server.clock.now() / 1000, 'Asia/Tokyo')
        const texts = await expectPlans(server, async () => {
          await server.ok(months, { from: today, to: today }, token)
        })
        expect(texts.filter((text) => text.includes(`width = ${QUARTER}`))).toHaveLength(1)
      })

      it('the export', async () => {
        const { userId } = await server.person()
        await expectPlans(server, async () => {
          await collectHere(server.platform)({ userId, method: 'password', tokenHash: '' })
        })
      })

      it('what operators have decided today', async () => {
        const [text] = await expectPlans(server, async () => {
          await decidedToday(server.platform)
        })
        expect(text).toMatch(/limit/)
      })

      // Counts made in a thread, or up to a limit: `figures.test.ts`, `unsettled.test.ts`.
      const ofAdmin = readsOfAdmin.filter(({ name }) => !name.startsWith('figures '))
      it.each(ofAdmin.map((command) => [command.name, command] as const))(
        'the admin console’s %s',
        async (_, command) => {
          const { userId } = await server.person()
          await expectPlans(server, async () => {
            const args = command.args.map(() => userId)
            await command.run({ platform: server.platform, who: 'ann', args, options: {}, tell: () => {} })
          })
        },
      )
    },
    { plugins: [listener], databases: sqliteAlone },
  )
})

/** Checks that every query of `ask` uses an index and its order. @returns the queries */
async function expectPlans(server: TestServer, ask: () => Promise<void>): Promise<string[]> {
  // Due work that the start of the market woke asks too.
  await server.clock.advance(0)
  asked.length = 0
  await ask()
  const found: string[] = []
  const executor = server.platform.db.getExecutor()
  const compiled = asked.map((node) => executor.compileQuery(node as never, { queryId: 'plan' }))
  for (const query of compiled) found.push(...(await faultsOf(server, query)))
  expect(found).toEqual([])
  return compiled.map(({ sql }) => sql)
}

async function faultsOf({ platform: { db } }: TestServer, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  if (!/^\s*(select|with)\b/i.test(text)) return []
  const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
  const { rows } = await db.executeQuery<{ detail: string }>(explained)
  const tables = [...text.matchAll(/\b(?:from|join) "?([a-z_]+)"?/g)].map(([, name = '']) => name)
  return rows
    .filter(
      ({ detail }) =>
        isScan(detail) || (isSorted(detail) && !isFew(text, rows) && !tables.some((name) => few.has(name))),
    )
    .concat(
      /"(?:state|settled_ms|kind|symbol)" (?:in|is|=) /.test(text) ? rows.filter(({ detail }) => all.test(detail)) : [],
    )
    .concat(/\b(?:sum|count)\(/.test(text) ? rows.filter(({ detail }) => lives.test(detail)) : [])
    .map(({ detail }) => `${detail}: ${text}`)
}

/** Whether a step of a plan sorts all rows read, not only those equal in a prefix. */
const isSorted = (detail: string) => detail.startsWith('USE TEMP B-TREE') && !detail.includes('LAST TERM')

/** Whether the sorted rows are one page, or someone's live rows reduced to a few sums. */
const isFew = (text: string, rows: readonly { detail: string }[]) =>
  text.includes(') as pages') ||
  (text.includes('group by') && rows.some(({ detail }) => / INDEX \w+_live\b/.test(detail)))

/** Whether a step of a plan reads all of a table. Subqueries and lists of parameters have been read already. */
function isScan(detail: string): boolean {
  const [, of = '', index = ''] = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? []
  return (
    of !== '' &&
    !['json_each', 'page', 'pages', 'kept_and_live', 'first_ones', 'times', 'CONSTANT'].includes(of) &&
    !small.has(of) &&
    !walked.has(index)
  )
}
