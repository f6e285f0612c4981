import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { act } from '../audit/index.ts'
import { type Command, date, type Given, OperatorError, type Rows, reasonOf, why } from '../platform/command.ts'
import { othersLike } from '../uploads/index.ts'
import { type Decision, decideKyc, listKyc, showKyc } from './kyc.ts'

const missing = 'verification that waits'

/** What an operator does about who people are. */
export const kycCommands: readonly Command[] = [
  {
    name: 'kyc list',
    args: [],
    options: [],
    about: 'Lists the verifications that wait for a review, oldest first.',
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
    options: [{ name: 'save', value: 'FOLDER', about: 'writes the two photographs there' }],
    about:
      'Shows who someone says to be, and who else sent in the same photographs. Looking is an act: it is in the audit log.',
    run: async (given) => {
      const shown = await act(given, { name: 'kyc show', reason: 'looked at', missing }, async (unit, [id = '']) => {
        const found = await showKyc(unit, id)
        return found && { userId: found.userId, result: found }
      })
      const { photos, ...who } = shown
      const { sameFile, sameLook } = await othersLike(given.platform.db, who.userId, photos)
      // A sample that the app draws is everyone's: this is for people to weigh.
      const person = { ...who, sameFile: sameFile.join(' '), sameLook: sameLook.join(' ') }
      const { save } = given.options
      if (save === undefined) return [person]
      await mkdir(save, { recursive: true, mode: 0o700 })
      const saved = photos.map(async ({ purpose, name }) => {
        const bytes = await given.platform.store.get(name)
        if (!bytes) throw new OperatorError(`the photograph ${purpose} is not in the store`)
        const path = join(save, `${person.id}-${purpose}.jpg`)
        await writeFile(path, bytes, { mode: 0o600 })
        return path
      })
      return [{ ...person, photos: (await Promise.all(saved)).join(' ') }]
    },
  },
  {
    name: 'kyc accept',
    args: ['ID'],
    options: [why],
    about: 'Accepts a verification that waits for a review.',
    run: async (given) => decide(given, 'kyc accept', { verified: true }),
  },
  {
    name: 'kyc refuse',
    args: ['ID'],
    options: [{ ...why, about: 'the reason, which the person is told' }],
    about: 'Refuses a verification that waits for a review.',
    run: async (given) => decide(given, 'kyc refuse', { verified: false, reason: reasonOf(given) }),
  },
]

async function decide(given: Given, name: string, decision: Decision): Promise<Rows> {
  const userId = await act(given, { name, reason: reasonOf(given), missing }, async (unit, [id = '']) => {
    const decided = await decideKyc(unit, id, decision)
    return decided === undefined ? undefined : { userId: decided, result: decided }
  })
  return [{ user: userId, done: name }]
}
