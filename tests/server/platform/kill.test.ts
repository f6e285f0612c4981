import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { checkLedger } from '../../../server/ledger/index.ts'
import { openSqlite } from '../../../server/platform/database.ts'
import { lists, submit } from '../../../src/api/microtrade.ts'
import { byTheRecord } from '../microtrade/by-the-record.ts'
import { order } from '../microtrade/option.ts'
import { endProcesses, freshFolder, ready, register, startProcess } from './process.ts'

afterAll(endProcesses)

it('killed while options are open and while they fall due, settles each exactly once, by the record', async () => {
  const data = freshFolder()
  let server = startProcess({ DATA_DIR: data })
  const token = await register(server)
  await ready(server)
  const bought = [
    await server.ok(submit, order({ direction: 'rise' }), token),
    await server.ok(submit, order({ direction: 'fall', symbol: 'ETHUSDT' }), token),
    await server.ok(submit, order({ direction: 'fall', symbol: 'SOLUSDT', amount: '77' }), token),
  ]
  const due = Math.max(...bought.map(({ acceptedAt }) => acceptedAt)) + 30_000
  const restartAt = async (time: number) => {
    await sleep(Math.max(0, time - Date.now()))
    await server.kill('SIGKILL')
    server = startProcess({ DATA_DIR: data })
    await server.url
  }
  await restartAt(due - 29_900)
  await restartAt(due - 15_000)
  await restartAt(due + 400)
  await restartAt(due + 2_500)
  const settled = await vi.waitFor(
    async () => {
      const ended = await server.ok(lists, { list: 1 }, token)
      expect(ended).toHaveLength(3)
      return ended
    },
    { timeout: 20_000, interval: 250 },
  )
  await server.kill('SIGKILL')

  const database = openSqlite(join(data, 'quoin.db'))
  expect(await checkLedger(database.db)).toEqual([])
  const transfers = await database.db.selectFrom('transfers').selectAll().where('cause', '=', 'microtrade').execute()
  const ticks = await database.db.selectFrom('ticks').selectAll().orderBy('symbol').orderBy('seq').execute()
  const rows = await database.db.selectFrom('microtrades').selectAll().execute()
  expect(rows.map(({ id }) => id).sort()).toEqual(settled.map(({ id }) => id).sort())
  for (const row of rows) {
    expect(transfers.filter(({ cause_id }) => cause_id === row.id)).toHaveLength(2)
    const record = ticks.filter(({ symbol }) => symbol === row.symbol)
    expect({ state: row.state, open: row.open_seq, close: row.close_seq }).toEqual(byTheRecord(row, record))
  }
  await database.close()
}, 150_000)
