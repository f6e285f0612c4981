import { act } from '../audit/module.ts'
import { type Command, date, type Given, type Rows, reasonOf, why } from '../platform/command.ts'
import { othersLike } from '../uploads/module.ts'
import { requireUser } from '../user/module.ts'
import { type Decision, decideKyc, findKyc, kycHistoryOf, listKyc, showKyc } from './kyc.ts'

const SHOWN_MAX = 20
const missing = 'verification under review'

/** What an operator does about who people are. */
export const kycCommands: readonly Command[] = [
  {
    name: 'kyc list',
    args: [],
    options: [],
    about: 'Lists the verifications under review, oldest first.',
    admin: {
      roles: ['review', 'auditor'],
      as: 'queue',
      title: 'Verifications',
      of: 'verification',
      target: { since: 'submitted', seconds: 86_400 },
    },
    run: async ({ platform }) =>
      (await listKyc(platform)).map(({ id, userId, submittedAt, ...rest }) => ({
        id,
        user: userId,
        ...rest,
        submitted: date(submittedAt),
      })),
  },
  {
    name: 'kyc show',
    args: ['ID'],
    options: [],
    pictures: true,
    about:
      'Shows the details of a verification, and other users who uploaded the same photographs. The view is logged in the audit log.',
    admin: { roles: ['review'], as: 'view', title: 'Who it says', of: 'verification' },
    run: async (given) => {
      const shown = await act(given, { name: 'kyc show', reason: 'looked at', missing }, async (unit, [id = '']) => {
        const found = await showKyc(unit, id)
        return found && { userId: found.userId, result: found }
      })
      const { photos, ...who } = shown
      const { sameFile, sameLook } = await othersLike(given.platform.db, who.userId, photos)
      // A sample that the app draws is everyone's: this is for people to weigh.
      const person = { ...who, sameFile: sameFile.join(' '), sameLook: sameLook.join(' ') }
      const { picture } = given
      if (!picture) return [person]
      const shots = photos.map(({ purpose, name }) => picture(`${person.id}-${purpose}`, name))
      return [{ ...person, photos: (await Promise.all(shots)).join(' ') }]
    },
  },
  {
    name: 'kyc accept',
    args: ['ID'],
    options: [why],
    about: 'Accepts a verification under review.',
    admin: { roles: ['review'], as: 'act', title: 'Accept', of: 'verification' },
    run: async (given) => decide(given, 'kyc accept', { verified: true }),
  },
  {
    name: 'kyc refuse',
    args: ['ID'],
    options: [{ ...why, about: 'the reason, which the user sees' }],
    about: 'Refuses a verification under review.',
    admin: { roles: ['review'], as: 'act', title: 'Refuse', of: 'verification' },
    run: async (given) => decide(given, 'kyc refuse', { verified: false, reason: reasonOf(given) }),
  },
  {
    name: 'kyc find',
    args: ['TARGET'],
    options: [],
    about: 'Finds a verification by its id.',
    admin: { roles: ['review', 'auditor'], as: 'view', title: 'Verifications', of: 'search' },
    run: async ({ platform, args: [text = ''] }) => {
      const row = await findKyc(platform.db, text.toUpperCase())
      if (!row) return []
      const { submitted, decided } = datesOf(row)
      return [{ id: row.id, user: row.userId, kind: 'verification', state: row.state, submitted, ended: decided }]
    },
  },
  {
    name: 'user verification',
    args: ['USER'],
    options: [],
    about: 'Shows whether a user is verified, and when each verification was submitted and decided, newest first.',
    admin: { roles: ['support', 'review', 'treasurer', 'auditor'], as: 'view', title: 'Verification', of: 'user' },
    run: async ({ platform, args: [name = ''] }) => {
      const { id } = await requireUser(platform.db, name)
      const all = await kycHistoryOf(platform, id, SHOWN_MAX)
      return all.length === 0
        ? [{ state: 'notSubmitted' }]
        : all.map(({ state, ...times }) => ({ state, ...datesOf(times) }))
    },
  },
  {
    name: 'user identity',
    args: ['USER'],
    options: [],
    about: 'Shows who a user is, by each verification, newest first. The view is logged in the audit log.',
    admin: { roles: ['review'], as: 'view', title: 'Identity', of: 'user', audited: true },
    run: async (given) => {
      const userId = await act(
        given,
        { name: 'user identity', reason: 'looked at', missing: 'user' },
        async (unit, [name = '']) => {
          const { id } = await requireUser(unit.tx, name)
          return { userId: id, result: id }
        },
      )
      return (await kycHistoryOf(given.platform, userId, SHOWN_MAX)).map(({ submittedAt, decidedAt, ...who }) => ({
        ...who,
        ...datesOf({ submittedAt, decidedAt }),
      }))
    },
  },
]

const datesOf = ({ submittedAt, decidedAt }: { submittedAt: number; decidedAt: number | null }) => ({
  submitted: date(submittedAt),
  decided: decidedAt === null ? null : date(decidedAt),
})

async function decide(given: Given, name: string, decision: Decision): Promise<Rows> {
  const userId = await act(given, { name, reason: reasonOf(given), missing }, async (unit, [id = '']) => {
    const decided = await decideKyc(unit, id, decision)
    return decided === undefined ? undefined : { userId: decided, result: decided }
  })
  return [{ user: userId, done: name }]
}
