import { type Command, OperatorError, why } from '../platform/command.ts'
import { actOnUser } from '../user/module.ts'
import { tellUser } from './messages.ts'

/** Messages from operators. */
export const inboxCommands: readonly Command[] = [
  {
    name: 'user message',
    args: ['USER'],
    options: [{ name: 'text', value: 'TEXT', about: 'the message', needed: true }, why],
    about: 'Sends a message to a user.',
    admin: { roles: ['support', 'review', 'treasurer'], as: 'act', title: 'Send a message', of: 'user' },
    run: (given) =>
      actOnUser(given, 'user message', async (unit, userId) => {
        const text = given.options.text?.trim() ?? ''
        if (text === '') throw new OperatorError('--text is empty')
        await tellUser(unit, userId, { text })
      }),
  },
]
