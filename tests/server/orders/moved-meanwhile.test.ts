import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import * as lever from '../../../src/api/trade/lever.ts'
import type { Envelope } from '../../../src/api/wire/call.ts'
import type { MessageKey } from '../../../src/api/wire/messages.ts'
import * as forex from '../forex/support.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { ask, opened } from '../lever/support.ts'
import { price } from '../microtrade/support.ts'
import * as plan from '../plan/support.ts'
import * as savings from '../savings/support.ts'

let stale = false
// At the edge: an order is read once as it was a change before, as where someone moves it between that and its move.
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(asBefore) }),
}

function asBefore<Row extends Record<string, unknown>>(row: Row): Row {
  if (!stale || !('settled_ms' in row) || typeof row.version !== 'bigint') return row
  stale = false
  return { ...row, version: row.version - 1n }
}

type Ready = (server: TestServer) => Promise<() => Promise<Envelope>>

const acts: [MessageKey, string, Ready][] = [
  [
    'cancelFailed',
    'a fixed-term deposit',
    async (server) => {
      const { token } = await server.person()
      const { id } = await savings.place(server, token)
      return () => savings.cancel(server, token, id)
    },
  ],
  [
    'cancelFailed',
    'an order of a plan',
    async (server) => {
      const { token } = await server.person()
      const { id } = await plan.begun(server, token)
      return () => plan.terminate(server, token, id)
    },
  ],
  [
    'closeFailed',
    'a contract',
    async (server) => {
      const { token } = await server.person()
      await price(server, '40000.00')
      const { id } = await opened(server, token)
      return () => ask(server, token, lever.close, { id })
    },
  ],
  [
    'closeFailed',
    'a position in lots',
    async (server) => {
      const { token } = await forex.trader(server)
      const { id } = await forex.opened(server, token)
      return () => forex.closes(server, token, id)
    },
  ],
]

describeServer(
  'an order moved concurrently',
  (server) => {
    it.each(acts)('answers %s for %s, which can be asked for again', async (key, _, ready) => {
      const act = await ready(server)
      stale = true
      expect(await act()).toMatchObject({ type: 'error', key })
      expect(await act()).toMatchObject({ type: 'ok' })
      expect(await server.ledger()).toEqual([])
    })
  },
  { env: plan.MINUTE_DAYS, plugins: [plugin] },
)
