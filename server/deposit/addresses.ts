import { bech32m } from '@scure/base'
import { Refusal } from '../../src/api/messages.ts'
import { type Network, networkOf, networksOf } from '../../src/rules/coin-networks.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** The human-readable part of a paper address: no network has it, so no wallet pays to it. */
export const PREFIX = 'paper'
const BYTES = 20

/**
 * The network that a deposit of a currency goes by: the one that is named, or else the usual one.
 *
 * @throws Refusal `wrongCurrency`, `wrongNetwork`
 */
export function networkFor(currency: string, code: string | undefined): Network {
  const [usual] = networksOf(currency)
  if (!usual) throw new Refusal('wrongCurrency')
  const network = code === undefined ? usual : networkOf(currency, code)
  if (!network) throw new Refusal('wrongNetwork')
  return network
}

/** A person's own address for a currency on a network: always the same, and nobody can tell whose it is. BIP 350. */
export function paperAddress(
  { vault }: Pick<Platform, 'vault'>,
  userId: string,
  currency: string,
  network: string,
): string {
  const hash = Buffer.from(vault.fingerprint('paper address', `${userId} ${currency} ${network}`), 'hex')
  return bech32m.encode(PREFIX, bech32m.toWords(hash.subarray(0, BYTES)))
}

/** What stands for a network where a bank carries the money. */
export const BANK = 'bank'
const REMARK_LENGTH = 12

/** What a person writes into the remark of a transfer, so that it is known whose it is: always the same. */
export const remarkOf = ({ vault }: Pick<Platform, 'vault'>, userId: string): string =>
  `Q-${vault.fingerprint('remark', userId).slice(0, REMARK_LENGTH).toUpperCase()}`

/** Where a person pays a currency to: their address on the network, or their remark at the bank. It is known from then on as theirs. */
export async function accountFor(
  platform: Pick<Platform, 'vault'>,
  db: Db | Tx,
  { userId, currency, network }: { userId: string; currency: string; network: string },
): Promise<string> {
  const address = network === BANK ? remarkOf(platform, userId) : paperAddress(platform, userId, currency, network)
  await db
    .insertInto('deposit_addresses')
    .values({ address, user_id: userId, currency, network })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const owner = await findAccount(db, address)
  if (owner?.user_id !== userId) throw new Error(`two people have the account ${address}`)
  return address
}

/** Whose account it is, and for what; `undefined` where it is nobody's. */
export const findAccount = (db: Db | Tx, address: string): Promise<Tables['deposit_addresses'] | undefined> =>
  db.selectFrom('deposit_addresses').selectAll().where('address', '=', address).executeTakeFirst()
