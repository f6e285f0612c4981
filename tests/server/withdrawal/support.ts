import { createPasswords } from '../../../server/security/module.ts'
import { withdrawalCommands } from '../../../server/withdrawal/commands.ts'
import { info } from '../../../src/api/account/user.ts'
import { addAddress, type out } from '../../../src/api/money/withdrawal.ts'
import type { Input } from '../../../src/api/wire/call.ts'
import { currencyOf } from '../../../src/rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'
import { WITHDRAWAL_MIN_USDT, withdrawalFee } from '../../../src/rules/withdrawal/withdrawal.ts'
import type { TestServer } from '../harness.ts'
import { createTestRandom } from '../platform.ts'

export const PAY_PASSWORD = 'Money Leaves 1'
/** Of EIP-55. */
export const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const passwords = createPasswords(createTestRandom(), { cost: 2 ** 10 })
let requests = 0

/** A request id that no other request has. */
export const requestId = () => `withdrawal-of-a-test-${++requests}`

/** The part of a server needed to create data directly. */
type Beside = Pick<TestServer, 'platform'>

/** A user who may withdraw: verified, with a transaction password; inserted directly for speed. */
export async function mayLeave(server: Beside, userId: string): Promise<void> {
  await knownByName(server, userId)
  await withPayPassword(server, userId)
}

export async function knownByName({ platform }: Beside, userId: string): Promise<void> {
  const at = BigInt(Math.floor(platform.clock.now() / 1000))
  const sealed = platform.vault.seal(
    'verification',
    userId,
    JSON.stringify({ firstName: 'Ada', lastName: 'Test', number: userId }),
  )
  await platform.db
    .insertInto('kyc')
    .values({
      id: platform.ids(),
      user_id: userId,
      state: 'verified',
      country: 'GB',
      certificate: 'passport',
      sealed,
      number_hash: platform.vault.fingerprint('verification', userId),
      number_of: 'document',
      front_id: platform.ids(),
      back_id: platform.ids(),
      reason: null,
      submitted_at: at,
      due_at: null,
      decided_at: at,
    })
    .execute()
}

export async function withPayPassword({ platform }: Beside, userId: string): Promise<void> {
  const password_hash = await passwords.hash(PAY_PASSWORD, { account: userId })
  await platform.db.insertInto('pay_passwords').values({ user_id: userId, password_hash, updated_at: 0n }).execute()
}

/** An address that is accepted with the transaction password. */
export const newAddress = (change: Partial<Input<typeof addAddress>> = {}) => ({
  network: 'ethereum',
  address: EVM_ADDRESS,
  label: '',
  payPassword: PAY_PASSWORD,
  ...change,
})

/** An address of the person's own. @returns its id */
export const address = async (
  server: TestServer,
  token: string,
  change: Partial<Input<typeof addAddress>> = {},
): Promise<string> => (await server.ok(addAddress, newAddress({ label: 'Cold wallet', ...change }), token)).id

/** A withdrawal of 1,000 USDT that is accepted if the requirements are met. */
export const withdrawal = (addressId: string, change: Partial<Input<typeof out>> = {}) => ({
  requestId: requestId(),
  currency: 'USDT',
  amount: '1000',
  addressId,
  payPassword: PAY_PASSWORD,
  ...change,
})

/** The smallest withdrawal, in USDT. */
export const LEAST = String(WITHDRAWAL_MIN_USDT)

/** A withdrawal's fee and net amount by today's rule, as wire amounts. */
export function costOf(amount: string, currency = 'USDT') {
  const { scale } = currencyOf(currency)
  const whole = parseMoney(amount, scale) ?? 0n
  const fee = withdrawalFee(whole)
  return { fee: formatMoney(fee, scale), receives: formatMoney(whole - fee, scale) }
}

/** A signed-in user who may withdraw, with an address. */
export async function leaver(server: TestServer) {
  const person = await server.person()
  await mayLeave(server, person.userId)
  return { ...person, addressId: await address(server, person.token) }
}

/** Executes an operator's command outside the server. */
export async function operate({ platform }: Beside, name: string, id: string, reason: string) {
  const command = withdrawalCommands.find((each) => each.name === name)
  if (!command) throw new Error(`no command ${name}`)
  return command.run({ platform, who: 'tester', args: [id], tell: () => {}, options: { why: reason } })
}

/** Makes each person ready to withdraw, once. @returns their address */
export function madeReady(server: TestServer): (token: string) => Promise<string> {
  const made = new Map<string, Promise<string>>()
  const make = async (token: string) => {
    const { id: userId } = await server.ok(info, {}, token)
    await mayLeave(server, userId)
    return address(server, token)
  }
  return (token) => {
    const addressId = made.get(token) ?? make(token)
    made.set(token, addressId)
    return addressId
  }
}
