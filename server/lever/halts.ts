import { Refusal } from '../../src/api/messages.ts'
import { findContract } from '../../src/rules/contracts.ts'
import { noteAct } from '../audit/index.ts'
import { nowSeconds } from '../platform/clock.ts'
import { type Command, type Given, OperatorError, type Rows, reasonOf, why } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { commit } from '../platform/unit/unit.ts'

/** Of the whole kind: it is off, and nobody opens anything. */
const OFF = 'off'
/** Of every symbol. */
const ALL = 'all'

/** Why nothing is opened on a symbol, as far as an operator has said. What is open can be closed all the same. */
export async function haltOf(db: Db | Tx, symbol: string): Promise<'functionOff' | 'tradingClosed' | undefined> {
  const rows = await db.selectFrom('lever_halts').select('scope').where('scope', 'in', [OFF, ALL, symbol]).execute()
  if (rows.some(({ scope }) => scope === OFF)) return 'functionOff'
  return rows.length > 0 ? 'tradingClosed' : undefined
}

/** @throws Refusal functionOff, tradingClosed */
export async function requireOn(tx: Tx, symbol: string): Promise<void> {
  const halt = await haltOf(tx, symbol)
  if (halt) throw new Refusal(halt)
}

const about = 'a symbol, `all` of them, or `off`: the whole function'

/** What an operator does about contracts. What is open stays open, and can be closed. */
export const leverCommands: readonly Command[] = [
  {
    name: 'lever halts',
    args: [],
    options: [],
    about: 'Lists where no contracts are opened.',
    run: async ({ platform }) =>
      (await platform.db.selectFrom('lever_halts').selectAll().orderBy('scope').execute()).map(({ scope, at }) => ({
        scope,
        since: new Date(Number(at) * 1_000).toISOString(),
      })),
  },
  {
    name: 'lever halt',
    args: ['SCOPE'],
    options: [why],
    about: `Lets no contracts be opened. SCOPE: ${about}.`,
    run: (given) =>
      change(given, 'lever halt', async (tx, scope, at) => {
        await tx
          .insertInto('lever_halts')
          .values({ scope, at })
          .onConflict((conflict) => conflict.column('scope').doNothing())
          .execute()
      }),
  },
  {
    name: 'lever resume',
    args: ['SCOPE'],
    options: [why],
    about: `Lets contracts be opened again. SCOPE: ${about}.`,
    run: (given) =>
      change(given, 'lever resume', async (tx, scope) => {
        await tx.deleteFrom('lever_halts').where('scope', '=', scope).execute()
      }),
  },
]

async function change(
  given: Given,
  act: string,
  work: (tx: Tx, scope: string, at: bigint) => Promise<void>,
): Promise<Rows> {
  const [scope = ''] = given.args
  if (scope !== OFF && scope !== ALL && !findContract(scope)) throw new OperatorError(`there is no contract ${scope}`)
  const reason = reasonOf(given)
  await commit(given.platform, async (unit) => {
    await work(unit.tx, scope, BigInt(nowSeconds(given.platform.clock)))
    await noteAct(unit, { who: given.who, act: `${act} ${scope}`, userId: null, why: reason })
  })
  return [{ done: act, scope }]
}
