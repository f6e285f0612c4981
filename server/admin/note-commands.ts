import { type Command, date, OperatorError } from '../platform/command.ts'
import { actOnUser, requireUser } from '../user/module.ts'
import { addNote, NOTE_LENGTH_MAX, notesOn } from './notes.ts'

const LISTED_MAX = 100

/** Operators' notes about a user, for each other. */
export const noteCommands: readonly Command[] = [
  {
    name: 'user notes',
    args: ['USER'],
    options: [],
    about: 'Shows the newest 100 operator notes on a user.',
    admin: { roles: ['support', 'review', 'treasurer', 'auditor'], as: 'view', title: 'Notes', of: 'user' },
    run: async ({ platform: { db }, args: [name = ''] }) =>
      (await notesOn(db, (await requireUser(db, name)).id, LISTED_MAX)).map(({ at, operator, text }) => ({
        at: date(at),
        by: operator,
        text,
      })),
  },
  {
    name: 'user note',
    args: ['USER'],
    options: [
      { name: 'why', value: 'TEXT', about: 'the note; the user can read it in their data export', needed: true },
    ],
    about: 'Adds a note on a user, for other operators.',
    admin: { roles: ['support', 'review', 'treasurer'], as: 'act', title: 'Note', of: 'user' },
    run: (given) =>
      actOnUser(given, 'user note', async (unit, userId) => {
        const text = given.options.why?.trim() ?? ''
        if (text.length > NOTE_LENGTH_MAX) throw new OperatorError(`a note has at most ${NOTE_LENGTH_MAX} characters`)
        await addNote(unit, { userId, operator: given.who, text })
      }),
  },
]
