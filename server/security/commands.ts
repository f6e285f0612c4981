import { Refusal } from '../../src/api/wire/messages.ts'
import { type Command, date, OperatorError, why } from '../platform/command.ts'
import { actOnUser } from '../user/module.ts'
import { forgetAuthenticator } from './authenticators.ts'
import { newestCodes } from './codes.ts'

/** Operator commands for users who cannot authenticate. */
export const securityCommands: readonly Command[] = [
  {
    name: 'user reset-2fa',
    args: ['USER'],
    options: [{ ...why, about: 'what was checked: who asked, by which way, what they could show' }],
    about: 'Removes a two-factor authenticator with its recovery codes, and ends every session. Check first who asks.',
    admin: { roles: ['review'], as: 'act', title: 'Remove the authenticator', of: 'user' },
    run: (given) =>
      actOnUser(given, 'user reset-2fa', async (unit, userId) => {
        if (!(await forgetAuthenticator(unit, userId))) throw new OperatorError('no authenticator is bound')
      }),
  },
  {
    name: 'outbox',
    args: ['TARGET'],
    options: [],
    about: 'Shows the codes that were sent to an e-mail address or a telephone number, while money is paper.',
    run: async ({ platform, args: [target = ''] }) => {
      const codes = await newestCodes(platform, target).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        throw new OperatorError(
          'TARGET is an e-mail address, or a telephone number that begins with + and its area code',
        )
      })
      return codes.map(({ sentAt, expiresAt, ...rest }) => ({ ...rest, sent: date(sentAt), expires: date(expiresAt) }))
    },
  },
]
