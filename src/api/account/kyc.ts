import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { kycMachine } from '../../machines/reviews/kyc.ts'
import { certificates, NAME, NUMBER, nameSteps, plainNumber } from '../../rules/account/kyc.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    kyc: Kyc
  }
}

const name = v.pipe(v.string(), v.trim(), v.regex(NAME, 'nameForm'))

/** A user's identity verification. The number is masked; `reason`: of a rejection. */
export const kyc = v.object({
  state: v.picklist(statesOf(kycMachine)),
  /** Code among the transaction statuses; null before the first submission. */
  status: v.nullable(v.number()),
  country: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  certificate: v.nullable(v.picklist(certificates)),
  number: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  submittedAt: v.nullable(f.seconds),
  decidedAt: v.nullable(f.seconds),
})
export type Kyc = v.InferOutput<typeof kyc>

/** The same, with the step that requires it, and the duration of a review with paper money, in seconds. */
export const realInfo = v.object({
  ...kyc.entries,
  neededFor: v.picklist(nameSteps),
  reviewSeconds: v.number(),
})
export type RealInfo = v.InferOutput<typeof realInfo>

export const getRealInfo = defineCall({
  path: 'user/getrealinfo',
  token: true,
  summary: 'The user’s identity verification, its review status, and the step that requires it.',
  input: f.nothing,
  output: realInfo,
})

export const realName = defineCall({
  method: 'POST',
  path: 'user/real_name',
  token: true,
  summary: 'Submits an identity verification with two uploaded photographs.',
  input: v.object({
    /** ISO 3166-1 alpha-2. */
    country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'countryRequired')),
    firstName: name,
    lastName: name,
    certificate: v.picklist(certificates),
    number: v.pipe(v.string(), v.transform(plainNumber), v.regex(NUMBER, 'idNumberForm')),
    front: f.id,
    back: f.id,
  }),
  output: kyc,
})
