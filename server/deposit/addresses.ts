import { bech32m } from '@scure/base'
import { Refusal } from '../../src/api/wire/messages.ts'
import { type Network, networkOf, networksOf } from '../../src/rules/money/coin-networks.ts'
import type { Platform } from '../platform/context.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Loader, Prefetch } from '../platform/unit/defer.ts'
import { insertsInto } from '../platform/unit/inserts.ts'
import type { Unit } from '../platform/unit/unit.ts'

/** The human-readable part of a paper address, which no real network uses, so that no wallet pays to it. */
export const PREFIX = 'paper'
const BYTES = 20

/**
 * The network of a currency's deposit: the named one, or else the default.
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

/** A user's own address for a currency on a network: fixed, and not traceable to the user. BIP 350. */
export function paperAddress(
  { vault }: Pick<Platform, 'vault'>,
  userId: string,
  currency: string,
  network: string,
): string {
  const hash = Buffer.from(vault.fingerprint('paper address', `${userId} ${currency} ${network}`), 'hex')
  return bech32m.encode(PREFIX, bech32m.toWords(hash.subarray(0, BYTES)))
}

/** The network code of bank transfers. */
export const BANK = 'bank'
const REMARK_LENGTH = 12

/** The reference that identifies a user's transfers: fixed. */
export const remarkOf = ({ vault }: Pick<Platform, 'vault'>, userId: string): string =>
  `Q-${vault.fingerprint('remark', userId).slice(0, REMARK_LENGTH).toUpperCase()}`

/** A payment target of a user and currency: `network` is `BANK` for a transfer. */
type Payee = { userId: string; currency: string; network: string }

const accountOf = (platform: Pick<Platform, 'vault'>, { userId, currency, network }: Payee): string =>
  network === BANK ? remarkOf(platform, userId) : paperAddress(platform, userId, currency, network)

/** The account that a user pays a currency to: their address on the network, or their reference at the bank. Registers it as theirs. */
export async function accountFor(unit: Unit, payee: Payee): Promise<string> {
  const { userId: user_id, currency, network } = payee
  const address = accountOf(unit.platform, payee)
  const owner = await unit.read(accounts, address)
  if (!owner) {
    const account = { address, user_id, currency, network }
    unit.defer(newAccounts, account)
    unit.prime(accounts, address, account)
  } else if (owner.user_id !== user_id) throw new Error(`two people have the account ${address}`)
  return address
}

const newAccounts = insertsInto('deposit_addresses', 'orders')

/** The accounts that a user may be about to pay to, prefetched for a group. */
export function prefetchAccounts(
  platform: Pick<Platform, 'vault'>,
  userId: string,
  { way, currency, network }: { way: 'crypto' | 'bank'; currency: string; network?: string | undefined },
): readonly Prefetch[] {
  const code = way === 'bank' ? BANK : (network ?? networksOf(currency)[0]?.code)
  return code === undefined ? [] : [[accounts, accountOf(platform, { userId, currency, network: code })]]
}

const accountsBy = compiled((db, addresses: string) =>
  db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where(isOneOf(db, 'address', addresses)),
)

const accounts: Loader<Tables['deposit_addresses'] | undefined> = {
  ofUser: false,
  none: undefined,
  load: async (db, addresses) =>
    new Map((await accountsBy(db, toJson(addresses))).map((account) => [account.address, account])),
}

/** The owner and currency of an account; `undefined` if it has no owner. */
export const findAccount = async (db: Db | Tx, address: string): Promise<Tables['deposit_addresses'] | undefined> =>
  (await accountsBy(db, toJson([address])))[0]
