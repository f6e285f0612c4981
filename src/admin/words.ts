/** A user's, order's or act's identifier. */
const ULID = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g
const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(:\d\d)Z$/
const AMOUNT = /^([-+−]?)(\d[\d,]*)(?:\.(\d+))?(?: ([A-Z]{2,6}))?$/
/** A state or a type in code, such as `underReview`. */
const CODE = /^[a-z][A-Za-z0-9]*(\.[a-z]\w*)?$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Names of fields whose own words do not say what they are. */
const LABELS: Readonly<Record<string, string>> = {
  ...{ user: 'Person', who: 'Operator', by: 'Operator', lang: 'Language', id: 'Id', at: 'Time', of: 'About' },
  ...{
    asked: 'Submitted',
    begun: 'Submitted',
    applied: 'Submitted',
    waits: 'Waiting since',
    last: 'Last message at',
    said: 'Last message',
  },
  ...{ way: 'Way', arrived: 'Arrived', unseen: 'Unread', reason: 'Reason', second: 'Second operator' },
  ...{ proposed: 'Proposed by', certificate: 'Document', number: 'Number', phone: 'Telephone', email: 'E-mail' },
  ...{ sameFile: 'Same file sent by', sameLook: 'Same picture sent by', inEnglish: 'Shown in English in' },
  ...{ ip: 'Network address', together: 'Total', held: 'Reserved', holds: 'Whole', why: 'Reason', asks: 'Act' },
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const LANGUAGES: Readonly<Record<string, string>> = { zh: 'zh-Hans', hk: 'zh-Hant', jp: 'ja', vn: 'vi' }

/** Acts of the audit log, where the command's noun and verb do not say what was done. */
const ACTS: Readonly<Record<string, string>> = {
  ...{ 'desk sign-in': 'Signed in', 'desk refused': 'Refused: not for this operator', 'desk add': 'Operator added' },
  ...{ 'desk roles': 'Operator’s roles changed', 'desk renew': 'Operator’s sign-in renewed' },
  ...{ 'desk remove': 'Operator removed', 'wallet adjust': 'Balance corrected', 'audit export': 'Audit log exported' },
  ...{ 'user reset-2fa': 'Authenticator and passkeys removed', 'user sign-out': 'User signed out everywhere' },
  ...{
    'user note': 'Note on a user',
    'user message': 'Message to a user',
    'deposit resolve': 'Deposit’s arrival noted',
  },
}
const NOUNS: Readonly<Record<string, string>> = { kyc: 'Verification', chat: 'Conversation', content: 'Article' }
/** What something is called: `chat` is a conversation. */
export const nounOf = (noun: string): string => NOUNS[noun] ?? sentence(noun)

const VERBS: Readonly<Record<string, string>> = {
  ...{
    show: 'viewed',
    accept: 'accepted',
    refuse: 'refused',
    approve: 'approved',
    answer: 'answered',
    close: 'closed',
  },
  ...{ freeze: 'frozen', lock: 'locked', unlock: 'unlocked', open: 'opened', write: 'published', retract: 'retracted' },
  ...{ publish: 'published', decline: 'declined', send: 'noted as sent', bounce: 'noted as returned' },
}

/** An act of the audit log: `kyc accept` as `Verification accepted`. */
export function actWords(act: string): string {
  const known = ACTS[act]
  if (known !== undefined) return known
  if (act.startsWith('propose ')) return `Proposed: ${askedWords(act.slice('propose '.length))}`
  const [noun = '', verb = '', ...rest] = act.split(' ')
  if (act === 'withdrawal confirm') return 'Withdrawal noted as arrived'
  if (act === 'proposal confirm') return 'Proposal agreed to'
  return [nounOf(noun), VERBS[verb] ?? verb, ...rest].filter(Boolean).join(' ')
}

/** An act that somebody asks for: `withdrawal approve` as `Approve withdrawal`. */
function askedWords(act: string): string {
  const [noun = '', verb = '', ...rest] = act.split(' ')
  return [sentence(verb), nounOf(noun).toLowerCase(), ...rest].filter(Boolean).join(' ')
}

export type Kind = 'person' | 'people' | 'time' | 'amount' | 'id' | 'hash' | 'address' | 'state' | 'picture' | 'text'

const KINDS: Readonly<Record<string, Kind>> = {
  ...{ user: 'person', userId: 'person', person: 'person', sameFile: 'people', sameLook: 'people', address: 'address' },
  ...{ hash: 'hash', state: 'state', status: 'state', photos: 'picture', proof: 'picture', picture: 'picture' },
}
/** Fields with a bare number that is an amount of money. */
const MONEY = new Set('amount arrived fee owed balance available held together worth debts total'.split(' '))

/** What a field holds, by its name and one of its values. */
export function kindOf(name: string, value: string | number | null): Kind {
  const known = KINDS[name]
  if (known) return known
  const text = String(value ?? '')
  if (TIME.test(text)) return 'time'
  if (text.length === 26 && text.search(ULID) === 0) return 'id'
  const [, sign, , , currency] = AMOUNT.exec(text) ?? []
  return sign !== undefined && (currency !== undefined || MONEY.has(name)) ? 'amount' : 'text'
}

/** `underReview` as `Under review`; of a state within a state, the outer one. */
export const sentence = (code: string): string => {
  const words = code
    .replace(/\.\w+$/, '')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of a field for its reader. */
export const labelOf = (name: string): string => LABELS[name] ?? sentence(name)

export const shortId = (id: string): string => id.slice(-6)

/** A long code by its ends. */
export const endsOf = (text: string): string => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text)

/** An address of a wallet in groups of four; one of a network as it is. */
export const inFours = (address: string): string =>
  /[.:]/.test(address)
    ? address
    : address.startsWith('0x')
      ? `0x${address.slice(2).replaceAll(/.{4}(?=.)/g, '$& ')}`.replace('0x', '0x ')
      : address.replaceAll(/.{4}(?=.)/g, '$& ')

/** A time in UTC: “25 Nov, 16:20”, with the year if it is not that of `at`. */
export function timeWords(iso: string, at: number, exact = false): string {
  const [, year = '', month = '', day = '', time = '', seconds = ''] = TIME.exec(iso) ?? []
  if (year === '') return iso
  const ofYear = Number(year) === new Date(at * 1000).getUTCFullYear() ? '' : ` ${year}`
  return `${Number(day)} ${MONTHS[Number(month) - 1]}${ofYear}, ${time}${exact ? seconds : ''}`
}

/** How long ago a time was: “17 h 31 min”. */
export const waitWords = (iso: string, at: number): string => timeTaken(at - Date.parse(iso) / 1000)

/** A time in seconds, down to the minute: “17 h 31 min”. */
export function timeTaken(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/** How long a case may wait: “24 h”, “2 d”. */
export const spanWords = (seconds: number): string =>
  seconds > 86_400 ? `${Math.round(seconds / 86_400)} d` : `${Math.round(seconds / 3_600)} h`

/** Amounts of these have two decimals at least, those of coins four. */
const IN_CENTS = new Set(['USDT', 'USD', 'EUR', 'GBP'])

/** An amount, grouped, with a true minus and its currency; more decimals than usual only where they are not zero. */
export function amountWords(text: string, of?: string): string {
  const [, sign, whole = '', decimals = '', own] = AMOUNT.exec(text) ?? []
  if (sign === undefined) return text
  const currency = own ?? of
  const least = currency === undefined || IN_CENTS.has(currency) ? 2 : 4
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0')
  const grouped = BigInt(whole.replaceAll(',', '')).toLocaleString('en')
  return `${sign === '-' ? '−' : sign}${grouped}.${kept}${currency === undefined ? '' : ` ${currency}`}`
}

/** A text of the server: identifiers short, a type in code in words, a language or country by its name. */
export function textWords(name: string, value: string | number): string {
  const text = String(value)
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 20 })
  if (name === 'details') return detailWords(text)
  if (name === 'act') return actWords(text)
  if (name === 'asks') return askedWords(text)
  if (name === 'lang' || name === 'language') return languages.of(LANGUAGES[text] ?? text) ?? text
  if (name === 'country' && /^[A-Z]{2}$/.test(text)) return regions.of(text) ?? text
  if (CODED.has(name) && CODE.test(text)) return ORDERS[text] ?? sentence(text)
  return text.replaceAll(ULID, (id) => `…${shortId(id)}`)
}

/** What an order of a kind is called. */
const ORDERS: Readonly<Record<string, string>> = {
  ...{ microtrade: 'Option', lever: 'Contract', spot: 'Spot order', forex: 'Position in lots', strategy: 'Strategy' },
  ...{ savings: 'Fixed-term deposit', plan: 'Hosting plan', swap: 'Swap', 'price-alert': 'Price alert' },
}

/** What the server writes of an act: `name: value · name: value`. */
const detailWords = (text: string): string =>
  text
    .split(' · ')
    .map((part) => {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(part) ?? []
      if (name === '') return part.replaceAll(ULID, (id) => `…${shortId(id)}`)
      return `${labelOf(name)}: ${partWords(name, value)}`
    })
    .join(' · ')

function partWords(name: string, value: string): string {
  const kind = kindOf(name, value)
  return kind === 'amount' ? amountWords(value) : kind === 'address' ? inFours(value) : textWords(name, value)
}

/** Fields whose values are types in code. */
const CODED = new Set('state status way network certificate account cause step kind from'.split(' '))

export type Tone = 'plain' | 'good' | 'bad' | 'warn'
const GOOD = /^(active|verified|approved|accepted|confirmed|done|paidOut|open|inProgress|yes)$/
const BAD = /^(frozen|locked|refused|failed|begun|too old|unexpected|overdue|returned|closed)$/
const WARN = /^(underReview|pendingReview|waiting)$/

/** Whether a state is good, bad, or waits for somebody. */
export const toneOf = (state: string): Tone =>
  GOOD.test(state) ? 'good' : BAD.test(state) ? 'bad' : WARN.test(state) ? 'warn' : 'plain'
