import { tellUser } from '../../server/inbox/module.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import { cashSave } from '../../src/api/account/bank.ts'
import { payPassword } from '../../src/api/account/safe.ts'
import { info } from '../../src/api/account/user.ts'
import * as microtrade from '../../src/api/trade/microtrade.ts'
import { bankCard } from './bank/card.ts'
import type { TestServer } from './harness.ts'
import { submit } from './kyc/support.ts'
import { hold, order, price } from './microtrade/support.ts'
import { PASSWORD, registered } from './security/support.ts'

const proof = { password: PASSWORD }

/** A user with stored data of every kind. */
export async function known(server: TestServer, username: string) {
  const token = await registered(server, username)
  const { id } = await server.ok(info, {}, token)
  const number = `ID${server.platform.ids()}`
  await submit(server, token, { number })
  await server.ok(payPassword, { action: 'set', password: 'Money Leaves 1', confirm: 'Money Leaves 1', proof }, token)
  await server.ok(cashSave, { ...bankCard, proof }, token)
  await price(server, '43000.00')
  await server.ok(microtrade.submit, order(), token)
  await hold(server, '43000.00', 33)
  await commit(server.platform, (unit) => tellUser(unit, id, { text: `Hello, ${username}.` }))
  return { token, id, username, number }
}
