import { calls } from '../../../src/api/nouns.ts'
import { bankCard } from '../bank/card.ts'
import { order } from '../microtrade/support.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

/** An input that each call takes as it is: for what must hold of every call alike. */
const samples: Record<string, () => Record<string, unknown>> = {
  'user/login': () => ({ username: 'nobody', password: 'nothing' }),
  'user/register': () => ({
    username: 'someone',
    password: 'Correct Horse 1',
    inviteCode: 'QUOIN',
    target: 'someone@example.com',
    code: '000000',
  }),
  'user/forget': () => ({
    target: 'nobody@example.com',
    code: '000000',
    password: 'Battery Staple 2',
    confirm: 'Battery Staple 2',
  }),
  'user/nonce': () => ({ address: ADDRESS }),
  'user/addressreg': () => ({ address: ADDRESS, sign: `0x${'11'.repeat(65)}`, nonce: '0123456789abcdef' }),
  'user/logout': () => ({}),
  'user/info': () => ({}),
  'user/invite': () => ({}),
  'set/lang': () => ({ lang: 'pt' }),
  sms_send_d: () => ({ areaCode: '+44', phone: '7911 123456', purpose: 'register' }),
  sms_mail: () => ({ email: 'sample@example.com', purpose: 'register' }),
  getareacode: () => ({}),
  'paper/outbox': () => ({ ticket: '0123456789abcdef' }),
  'user/usermessage': () => ({}),
  'user/messages_read': () => ({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', older: true }),
  'user/events': () => ({ after: 0 }),
  'safe/google': () => ({ action: 'state' }),
  'safe/pay_password': () => ({ action: 'state' }),
  'user/email': () => ({ action: 'state' }),
  'safe/update_password': () => ({
    oldPassword: 'nothing',
    newPassword: 'Correct Horse 2',
    confirm: 'Correct Horse 2',
  }),
  'user/sessions': () => ({ action: 'list' }),
  'user/export': () => ({ proof: { password: 'nothing' } }),
  'user/getrealinfo': () => ({}),
  'user/real_name': () => ({
    country: 'GB',
    firstName: 'Ada',
    lastName: 'Lovelace',
    certificate: 'passport',
    number: 'P1234567',
    front: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    back: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
  }),
  'user/cash_info': () => ({}),
  'user/cash_save': () => ({ ...bankCard, proof: { password: 'nothing' } }),
  upload: () => ({ purpose: 'identityFront', file: Buffer.from('no picture') }),
  'wallet/list': () => ({}),
  'wallet/get_info': () => ({ currency: 'USDT' }),
  'currency/quotation_new': () => ({}),
  'currency/new_timeshar': () => ({ symbol: 'BTCUSDT', interval: '1m' }),
  'currency/whlist': () => ({}),
  'currency/whkdata': () => ({ symbol: 'XAUUSD', interval: '1m' }),
  'market/candles': () => ({ symbol: 'XAUUSD', interval: '1m' }),
  'market/ticks': () => ({ symbol: 'BTCUSDT' }),
  'orders/list': () => ({ list: 1, market: 'crypto' }),
  'orders/totals': () => ({ result: 'won' }),
  'microtrade/seconds': () => ({}),
  'microtrade/payable_currencies': () => ({}),
  'microtrade/submit': () => order(),
  'microtrade/lists': () => ({ list: 1 }),
  'microtrade/whsubmit': () => order({ symbol: 'XAUUSD' }),
  'microtrade/whlists': () => ({ list: 1 }),
  'microtrade/receipt': () => ({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
}

/** An input that the call of this path takes. */
export function sampleOf(path: string): Record<string, unknown> {
  const sample = samples[path]
  if (!sample) throw new Error(`the call ${path} has no sample: add one`)
  return sample()
}

export const tokenCalls = calls.filter(({ token }) => token)
