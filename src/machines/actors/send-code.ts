import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type codePurposes, mailCode, smsCode } from '../../api/user.ts'
import type { CodeTarget } from '../../rules/credentials.ts'
import type { SentCode } from '../register.ts'

/** Effect `sendCode`: has a verification code sent, for one purpose. `now`: the device's clock, in ms since the epoch. */
export const createSendCode = (client: Client, now: () => number, purpose: (typeof codePurposes)[number]) =>
  fromPromise<SentCode, CodeTarget>(async ({ input: { channel, areaCode, address } }) => {
    const sent =
      channel === 'mail'
        ? await client.call(mailCode, { email: address, purpose })
        : await client.call(smsCode, { areaCode, phone: address, purpose })
    return { ticket: result(sent).ticket, sentAt: now() }
  })
