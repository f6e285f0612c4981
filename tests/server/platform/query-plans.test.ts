import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { decidedToday } from '../../../server/admin/decided.ts'
import { collectHere } from '../../../server/export/module.ts'
import { QUARTER } from '../../../server/ledger/movement-sums.ts'
import type { Db, Tx } from '../../../server/platform/database/database.ts'
import { setZone } from '../../../src/api/account/user.ts'
import { months } from '../../../src/api/money/records.ts'
import { dayOf } from '../../../src/rules/time/zone.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'
import { commonest } from './commonest.ts'
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

describe('query plans: no statement of the commonest calls reads the rows of all people', () => {
  describeServer(
    'what answers',
    (server) => {
      beforeAll(() => price(server, '43000.00'))

      it.each(commonest.map(([call, input]) => [call.path, call, input] as const))('%s', async (_, call, input) => {
        const { token } = await server.person()
        await server.clock.advance(0)
        asked.length = 0
        await server.ok(call, call.once ? { ...input, requestId: requestId() } : input, token)
        const scans: string[] = []
        for (const statement of compiled(server)) scans.push(...(await scansOf(server, statement)))
        expect(scans).toEqual([])
      })
    },
    { plugins: [listener] },
  )
})

/** Checks that every query of `ask` uses an index and its order. @returns the queries */
async function expectPlans(server: TestServer, ask: () => Promise<void>): Promise<string[]> {
  // Due work that the start of the market woke asks too.
  await server.clock.advance(0)
  asked.length = 0
  await ask()
  const found: string[] = []
  const queries = compiled(server)
  for (const query of queries) found.push(...(await faultsOf(server, query)))
  expect(found).toEqual([])
  return queries.map(({ sql }) => sql)
}

/** The statements asked for. */
function compiled({ platform: { db } }: TestServer): CompiledQuery[] {
  const executor = db.getExecutor()
  return asked.map((node) => executor.compileQuery(node as never, { queryId: 'plan' }))
}

/** The steps of a read or a write that read all of a growing table, or all of its index, even if the table were large. */
async function scansOf({ platform: { db, database } }: TestServer, statement: CompiledQuery): Promise<string[]> {
  const { sql: text, parameters } = statement
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return []
  const explain = <Row>(tx: Db | Tx, how: string) =>
    tx.executeQuery<Row>(CompiledQuery.raw(`${how} ${text}`, [...parameters]))
  if (database.kind === 'sqlite') {
    const { rows } = await explain<{ detail: string }>(db, 'explain query plan')
    return rows.filter(({ detail }) => isScan(detail)).map(({ detail }) => `${detail}: ${text}`)
  }
  const tx = await db.startTransaction().execute()
  try {
    // Of small tables, PostgreSQL may read all, or use any index: it has to do without those that it would read as a whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    for (;;) {
      const { rows } = await explain<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(tx, 'explain (format json)')
      const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)))
      const scan = nodes.find(readsAll)
      if (!scan) return []
      const index = scan['Index Name']
      if (typeof index !== 'string' || /_p?key$/.test(index)) return [`${JSON.stringify(scan)}: ${text}`]
      await sql`drop index ${sql.id(index)}`.execute(tx)
    }
  } finally {
    await tx.rollback().execute()
  }
}

/** A step of PostgreSQL's plan, with the steps that it takes its rows from. */
type PlanNode = Record<string, unknown> & { Plans?: readonly PlanNode[] }

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const readsAll = (node: PlanNode): boolean =>
  /^(?:Seq|Index|Index Only|Bitmap Index) Scan$/.test(String(node['Node Type'])) &&
  !('Index Cond' in node) &&
  !small.has(String(node['Relation Name'])) &&
  !walked.has(String(node['Index Name']))

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
    !['json_each', 'page', 'pages', 'kept_and_live', 'first_ones', 'times', 'holds', 'both_sides', 'CONSTANT'].includes(
      of,
    ) &&
    !small.has(of) &&
    !walked.has(index)
  )
}
