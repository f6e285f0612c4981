import * as v from 'valibot'
import { certificates } from '../../rules/account/kyc.ts'
import { photoPurposes } from '../../rules/account/photos.ts'
import { wallet } from '../money/wallet.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { bankCard } from './bank.ts'
import { chatMessage } from './chat.ts'
import { switches } from './notifications.ts'
import { passkey } from './passkeys.ts'
import { device, proof } from './safe.ts'
import { userMessage } from './user.ts'

const text = v.nullable(v.string())
const time = v.nullable(f.seconds)

/** All personal data of a user, for that user only. Lists are newest first. */
export const personalData = v.object({
  madeAt: f.seconds,
  profile: v.object({
    id: f.id,
    username: text,
    address: text,
    email: text,
    phone: text,
    lang: f.lang,
    timeZone: v.string(),
    status: v.string(),
    inviteCode: v.string(),
    createdAt: f.seconds,
  }),
  /** Which credentials protect the account; never the credentials themselves. */
  security: v.object({
    password: v.boolean(),
    payPasswordSince: time,
    authenticatorSince: time,
    recoveryCodesLeft: v.number(),
    passkeys: v.array(passkey),
  }),
  sessions: v.array(v.object({ ...device.entries, agent: v.string() })),
  /** `number`: in full. */
  kyc: v.array(
    v.object({
      state: v.string(),
      country: v.string(),
      firstName: v.string(),
      lastName: v.string(),
      certificate: v.picklist(certificates),
      number: v.string(),
      reason: text,
      submittedAt: f.seconds,
      decidedAt: time,
    }),
  ),
  /** Uploaded photographs. `picture`: a JPEG as a data URL; null if it is not among the newest eight. */
  photographs: v.array(
    v.object({
      purpose: v.picklist(photoPurposes),
      bytes: v.number(),
      sentAt: f.seconds,
      submittedAt: time,
      picture: text,
    }),
  ),
  /** Its numbers masked, as everywhere. */
  bankCard: v.nullable(bankCard),
  wallets: v.array(wallet),
  /** Every movement of money. `amount` has a sign; `kind`: whether it was available, or reserved for an order. */
  entries: v.array(
    v.object({
      at: f.seconds,
      currency: f.currency,
      kind: v.picklist(['available', 'held']),
      amount: v.string(),
      cause: v.string(),
      causeId: v.string(),
      step: v.string(),
    }),
  ),
  /** The user's notes on movements of money. `record`: the movement's id. */
  recordNotes: v.array(v.object({ record: f.id, text: v.string(), at: f.seconds })),
  /** Orders, by their kind, each as its own lists show it. */
  orders: v.record(v.string(), v.array(v.looseObject({ id: f.id, state: v.string(), version: v.number() }))),
  messages: v.array(userMessage),
  /** The conversation with customer service. Its pictures are among the photographs. */
  chat: v.array(chatMessage),
  /** The documents that they agreed to: each version, the language in which it was read, its hash and when. */
  agreements: v.array(v.object({ slug: v.string(), version: v.number(), lang: f.lang, hash: f.hash, at: f.seconds })),
  /** The chosen notification settings, and the browsers that receive push notifications, by host. */
  notifications: v.array(
    v.object({ switches, details: v.boolean(), push: v.array(v.object({ host: v.string(), since: f.seconds })) }),
  ),
  /** Operators' acts on the account. */
  acts: v.array(v.object({ at: f.seconds, act: v.string() })),
  /** The lists that are truncated here. */
  cut: v.array(v.string()),
})
export type PersonalData = v.InferOutput<typeof personalData>

export const exportData = defineCall({
  method: 'POST',
  path: 'user/export',
  token: true,
  ours: true,
  download: 'quoin-data.json',
  summary:
    'All data stored about the user, as a file. Requires a proof. At most the newest 10,000 entries of each list, and five exports an hour.',
  input: v.object({ proof }),
  output: personalData,
})
