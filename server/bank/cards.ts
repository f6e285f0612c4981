import { isValidBIC, isValidIBAN } from 'ibantools'
import { isSupportedCountry } from 'libphonenumber-js/min'
import type { BankInfo, cashSave } from '../../src/api/account/bank.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { type BankCardForm, lastOf } from '../../src/rules/account/bank.ts'
import { tellUser } from '../inbox/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Handled } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { hasAuthenticator, type PasswordDeps, readPhoneIn } from '../security/module.ts'

const USE = 'bank card'
/** What begins as an IBAN does is one, and has its checksum. */
const IBAN_BEGINS = /^[A-Z]{2}\d{2}/

/** A user's bank card, its numbers masked, and what saving another asks for. */
export async function bankCardOf(platform: Platform, userId: string): Promise<BankInfo> {
  const { db, vault } = platform
  const row = await db.selectFrom('bank_cards').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const authenticator = await hasAuthenticator(readFrom(platform), userId)
  if (!row) return { card: null, authenticator }
  const card = JSON.parse(vault.open(USE, userId, row.sealed)) as BankCardForm
  const { cardNumber, routingNumber } = card
  return {
    card: {
      ...card,
      cardNumber: lastOf(cardNumber),
      routingNumber: lastOf(routingNumber),
      updatedAt: Number(row.updated_at),
    },
    authenticator,
  }
}

/**
 * Saves a user's bank card in the place of an earlier one, and leaves a message.
 *
 * @throws Refusal `countryRequired`, `wrongPhone`, `wrongSwiftCode`, `wrongCardNumber`, `accountLocked`, what
 *   the proof throws
 */
export async function saveBankCard(
  { platform }: PasswordDeps,
  { session, prove, commit, input: { proof: _, ...typed } }: Handled<typeof cashSave>,
): Promise<BankInfo> {
  const { userId } = session
  const card = readCard(typed)
  await prove()
  const row = {
    sealed: platform.vault.seal(USE, userId, JSON.stringify(card)),
    updated_at: BigInt(nowSeconds(platform.clock)),
  }
  await commit(async (unit) => {
    const { numInsertedOrUpdatedRows } = await unit.tx
      .insertInto('bank_cards')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirstOrThrow()
    const isFirst = numInsertedOrUpdatedRows === 1n
    if (!isFirst) await unit.tx.updateTable('bank_cards').set(row).where('user_id', '=', userId).execute()
    await tellUser(unit, userId, { kind: 'security', key: isFirst ? 'bankCardAdded' : 'bankCardChanged', params: {} })
  })
  return bankCardOf(platform, userId)
}

function readCard(typed: BankCardForm): BankCardForm {
  const { payeeCountry, phone, swiftCode, cardNumber } = typed
  if (!isSupportedCountry(payeeCountry)) throw new Refusal('countryRequired')
  if (!isValidBIC(swiftCode)) throw new Refusal('wrongSwiftCode')
  if (IBAN_BEGINS.test(cardNumber) && !isValidIBAN(cardNumber)) throw new Refusal('wrongCardNumber')
  return { ...typed, phone: readPhoneIn(payeeCountry, phone) }
}
