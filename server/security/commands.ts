import { Refusal } from '../../src/api/wire/messages.ts'
import { type Command, date, OperatorError, why } from '../platform/command.ts'
import { actOnUser, endSessionsOf } from '../user/module.ts'
import { forgetAuthenticator } from './authenticators.ts'
import { newestCodes } from './codes.ts'
import { forgetPasskeys } from './passkeys.ts'

/** Operator commands for users who cannot authenticate. */
export const securityCommands: readonly Command[] = [
  {
    name: 'user reset-2fa',
    args: ['USER'],
    options: [{ ...why, about: 'what was checked: who asked, through which channel, and what they showed' }],
    about: 'Removes a user’s authenticator, recovery codes and passkeys, and ends all sessions. First verify who asks.',
    admin: { roles: ['review'], as: 'act', title: 'Remove authenticator and passkeys', of: 'user' },
    run: (given) =>
      actOnUser(given, 'user reset-2fa', async (unit, userId) => {
        const passkeys = await forgetPasskeys(unit, userId)
        const hadAuthenticator = await forgetAuthenticator(unit, userId)
        if (!hadAuthenticator && passkeys === 0) throw new OperatorError('the user has no authenticator and no passkey')
        // Of an authenticator they have ended with it.
        if (!hadAuthenticator) await endSessionsOf(unit, userId, 'signInRequired')
      }),
  },
  {
    name: 'outbox',
    args: ['TARGET'],
    options: [],
    about: 'Shows the codes sent to an e-mail address or phone number, if money is paper.',
    run: async ({ platform, args: [target = ''] }) => {
      const codes = await newestCodes(platform, target).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        throw new OperatorError(
          'TARGET must be an e-mail address, or a phone number that starts with + and its country code',
        )
      })
      return codes.map(({ sentAt, expiresAt, ...rest }) => ({ ...rest, sent: date(sentAt), expires: date(expiresAt) }))
    },
  },
]
