import { type Command, date, type Given, OperatorError, why } from '../platform/command.ts'
import { actOnUser } from './act-on-user.ts'
import { findUser, setStatus } from './users.ts'

/** What an operator does about people's accounts. */
export const userCommands: readonly Command[] = [
  {
    name: 'user show',
    args: ['USER'],
    options: [],
    about: 'Shows a user, by name, id, e-mail address, telephone number or wallet address.',
    run: async ({ platform, args: [name = ''] }) => {
      const user = await findUser(platform.db, name)
      if (!user) throw new OperatorError(`there is no user ${name}`)
      const { id, username, address, email, phone, status, lang, created_at } = user
      return [{ id, username, address, email, phone, status, lang, created: date(created_at) }]
    },
  },
  {
    name: 'user freeze',
    args: ['USER'],
    options: [why],
    about: 'Freezes an account: nothing of it can be used, and its sockets fall silent at once.',
    run: (given) => status(given, 'user freeze', 'frozen'),
  },
  {
    name: 'user lock',
    args: ['USER'],
    options: [why],
    about: 'Locks an account: its owner may look, and not act.',
    run: (given) => status(given, 'user lock', 'locked'),
  },
  {
    name: 'user unlock',
    args: ['USER'],
    options: [why],
    about: 'Makes a locked or frozen account active again. Thawing ends the sessions from before.',
    run: (given) => status(given, 'user unlock', 'active'),
  },
]

const status = (given: Given, name: string, next: Parameters<typeof setStatus>[2]) =>
  actOnUser(given, name, async (unit, userId) => {
    await setStatus(unit, userId, next)
  })
