import type { Generated } from 'kysely'
import type { Lang } from '../../../src/api/wire/fields.ts'
import type { SignInMethod } from '../../../src/api/wire/session.ts'
import type { StateName } from '../../../src/machines/orders/life.ts'
import type { kycMachine } from '../../../src/machines/reviews/kyc.ts'
import type { ArticleKind } from '../../../src/rules/account/articles.ts'
import type { MessageKind } from '../../../src/rules/account/notifications.ts'
import type { PhotoPurpose } from '../../../src/rules/account/photos.ts'

/**
 * The rows of the database, as the migrations create them. Every integer column is a bigint. Order kinds and shared order tables declare
 * their rows next to their statements.
 */
export interface Tables {
  users: {
    id: string
    username: string | null
    username_key: string | null
    address: string | null
    password_hash: string | null
    email: string | null
    phone: string | null
    lang: string
    status: 'active' | 'locked' | 'frozen'
    invite_code: string
    inviter_id: string | null
    event_seq: bigint
    created_at: bigint
    time_zone: string
  }
  statement_zones: { user_id: string; month: string; time_zone: string }
  sessions: {
    token_hash: string
    user_id: string
    method: SignInMethod
    created_at: bigint
    seen_at: bigint
    expires_at: bigint
    agent: string
    address: string
  }
  vault_key: { only_row: 'only'; fingerprint: string }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: string
    counter: bigint
    name: string
    created_at: bigint
    used_at: bigint | null
  }
  passkey_challenges: { challenge: string; user_id: string | null; expires_at: bigint }
  login_nonces: { nonce: string; address: string; message: string; expires_at: bigint }
  codes: {
    ticket: string
    target: string
    purpose: string
    code_hash: string
    paper_code: string | null
    tries_left: bigint
    sent_at: bigint
    expires_at: bigint
    lang: Lang
    sealed_code: string | null
    send_at: bigint | null
    send_tries: bigint
  }
  events: { user_id: string; seq: bigint; kind: string; body: string; at: bigint }
  requests: { user_id: string; request_id: string; body_hash: string; answer: string | null; at: bigint }
  accounts: {
    id: string
    user_id: string
    currency: string
    kind: 'available' | 'held'
    balance: bigint
    version: bigint
  }
  transfers: { id: string; cause: string; cause_id: string; step: string; at: bigint }
  entries: { transfer_id: string; account_id: string; currency: string; amount: bigint; cause: string; at: bigint }
  movement_sums: {
    user_id: string
    width: bigint
    at: bigint
    currency: string
    cause: string
    step: string
    movements: bigint
    received: bigint
    paid: bigint
    held: bigint
  }
  order_sums: {
    user_id: string
    kind: string
    symbol: string
    currency: string
    state: string
    orders: bigint
    staked: bigint
    returned: bigint
    bought: bigint
    sold: bigint
    fees: bigint
    turnover: bigint
  }
  movement_sums_missing: { user_id: string; since: bigint }
  ticks: { symbol: string; seq: bigint; time_ms: bigint; price: bigint; hash: string }
  tick_gaps: Tables['ticks'] & {
    before_seq: bigint
    before_ms: bigint
    before_price: bigint
    before_hash: string
    mirror: bigint
  }
  record: {
    id: bigint
    complete_ms: bigint
    examined_ms: bigint
    least_seq: Generated<bigint>
    term: bigint
    source: string
    since_ms: bigint
  }
  candles: {
    symbol: string
    interval: string
    time: bigint
    open: bigint
    high: bigint
    low: bigint
    close: bigint
    volume: bigint
  }
  uploads: {
    id: string
    user_id: string
    purpose: PhotoPurpose
    name: string
    hash: string
    likeness: string | null
    bytes: bigint
    created_at: bigint
    used_at: bigint | null
  }
  kyc: {
    id: string
    user_id: string
    state: Exclude<StateName<typeof kycMachine>, 'notSubmitted'>
    country: string
    certificate: 'driverLicence' | 'passport' | 'idCard'
    sealed: string
    number_hash: string
    number_of: 'entered' | 'document'
    front_id: string
    back_id: string
    reason: string | null
    submitted_at: bigint
    due_at: bigint | null
    decided_at: bigint | null
  }
  pay_passwords: { user_id: string; password_hash: string; updated_at: bigint }
  bank_cards: { user_id: string; sealed: string; updated_at: bigint }
  authenticators: {
    user_id: string
    sealed: string
    state: 'offered' | 'bound'
    used_step: bigint
    created_at: bigint
  }
  recovery_codes: { user_id: string; code_hash: string }
  user_messages: {
    id: string
    user_id: string
    kind: MessageKind
    key: string | null
    params: string
    text: string | null
    at: bigint
    read_at: bigint | null
  }
  audit: {
    id: string
    who: string
    act: string
    user_id: string | null
    why: string
    at: bigint
    facts: string | null
    seq: bigint | null
    hash: string | null
  }
  audit_head: { only_row: 'only'; seq: bigint; hash: string }
  announcements: { id: string; topic: string; body: string; at: bigint }
  editions: { number: bigint; at: bigint }
  publications: {
    id: string
    edition: bigint
    lang: Lang
    kind: ArticleKind
    slug: string
    source: string | null
    at: bigint
  }
  documents: { slug: string; version: bigint; lang: Lang; words_hash: string; at: bigint }
  agreed_texts: { hash: string; slug: string; version: bigint; lang: Lang; text: string; at: bigint }
  agreements: { user_id: string; slug: string; version: bigint; hash: string; at: bigint }
}
