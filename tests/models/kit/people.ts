import type { UserInfo } from '../../../src/api/account/user.ts'
import type { Wallet } from '../../../src/api/money/wallet.ts'

export const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const OTHER_ADDRESS = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'

/** A user signed in with a user name. */
export const ada: UserInfo = {
  id: 'user-ada-0001',
  username: 'ada',
  address: null,
  method: 'password',
  status: 'active',
  lang: 'en',
  timeZone: 'UTC',
  inviteCode: 'ADA1815',
  createdAt: 1_700_000_000,
  owes: false,
  eventSeq: 3,
}

/** A user signed in with a wallet. */
export const vitalia: UserInfo = { ...ada, id: 'user-vit-0001', username: null, address: ADDRESS, method: 'wallet' }

export const purse: Wallet = {
  currency: 'USDT',
  balance: '10000.000000',
  available: '9900.000000',
  frozen: '100.000000',
  version: 7,
}
