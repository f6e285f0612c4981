import { type Command, date, type Given, why } from '../platform/command.ts'
import { actOnUser, requireUser } from './act-on-user.ts'
import { sessionsShown } from './devices.ts'
import { endSessionsOf } from './sessions.ts'
import { findUser, setStatus } from './users.ts'

/** Operator commands on accounts. */
export const userCommands: readonly Command[] = [
  {
    name: 'user show',
    args: ['USER'],
    options: [],
    about: 'Shows a user, found by name, id, e-mail address, phone number or wallet address.',
    admin: { roles: ['support', 'review', 'treasurer', 'auditor'], as: 'view', title: 'Account', of: 'user' },
    run: async ({ platform, args: [name = ''] }) => {
      const { id, username, address, email, phone, status, lang, created_at } = await requireUser(platform.db, name)
      return [{ id, username, address, email, phone, status, lang, created: date(created_at) }]
    },
  },
  {
    name: 'user find',
    args: ['TARGET'],
    options: [],
    about: 'Finds a user by name, id, e-mail address, phone number or wallet address, each in full.',
    admin: { roles: ['support', 'review', 'treasurer', 'auditor'], as: 'view', title: 'People', of: 'search' },
    run: async ({ platform, args: [text = ''] }) => {
      const found = await findUser(platform.db, text)
      return found ? [{ user: found.id, status: found.status, created: date(found.created_at) }] : []
    },
  },
  {
    name: 'user freeze',
    args: ['USER'],
    options: [why],
    about: 'Freezes an account: it cannot be used, and its sockets stop receiving data at once.',
    admin: {
      roles: ['support', 'review'],
      as: 'act',
      title: 'Freeze',
      of: 'user',
      fits: ({ status }) => status !== 'frozen',
    },
    run: (given) => status(given, 'user freeze', 'frozen'),
  },
  {
    name: 'user lock',
    args: ['USER'],
    options: [why],
    about: 'Locks an account: its owner can view it, but not act.',
    admin: {
      roles: ['support', 'review'],
      as: 'act',
      title: 'Lock',
      of: 'user',
      fits: ({ status }) => status !== 'locked',
    },
    run: (given) => status(given, 'user lock', 'locked'),
  },
  {
    name: 'user unlock',
    args: ['USER'],
    options: [why],
    about: 'Reactivates a locked or frozen account. Unfreezing ends its earlier sessions.',
    admin: { roles: ['review'], as: 'act', title: 'Unlock', of: 'user', fits: ({ status }) => status !== 'active' },
    run: (given) => status(given, 'user unlock', 'active'),
  },
  {
    name: 'user sessions',
    args: ['USER'],
    options: [],
    about: 'Shows where a user is signed in, most recently seen first.',
    admin: { roles: ['support', 'review', 'auditor'], as: 'view', title: 'Sessions', of: 'user' },
    run: async ({ platform, args: [name = ''] }) =>
      (await sessionsShown(platform, (await requireUser(platform.db, name)).id)).map(({ since, seenAt, ...row }) => ({
        ...row,
        since: date(since),
        seen: date(seenAt),
      })),
  },
  {
    name: 'user sign-out',
    args: ['USER'],
    options: [why],
    about: 'Ends all sessions of a user and their sockets.',
    admin: { roles: ['support', 'review'], as: 'act', title: 'Sign out everywhere', of: 'user' },
    run: (given) => actOnUser(given, 'user sign-out', (unit, userId) => endSessionsOf(unit, userId, 'signInRequired')),
  },
]

const status = (given: Given, name: string, next: Parameters<typeof setStatus>[2]) =>
  actOnUser(given, name, async (unit, userId) => {
    await setStatus(unit, userId, next)
  })
