import { solving } from '../../../machines/actors/captcha.ts'
import {
  createLoadAreaCodes,
  createLoadPaper,
  createRegister,
  createResetPassword,
  createSendCode,
  createSignIn,
} from '../../../machines/actors/user.ts'
import { forgetMachine } from '../../../machines/session/forget.ts'
import { registerMachine } from '../../../machines/session/register.ts'
import { signInMachine } from '../../../machines/session/signIn.ts'
import { deviceZone } from '../../../rules/time/zone.ts'
import type { Ground } from '../../app/ground.ts'

export const compose = (ground: Ground) => {
  const client = solving(ground)
  return {
    signIn: signInMachine.provide({ actors: { signIn: createSignIn(client) } }),
    register: registerMachine.provide({
      actors: {
        register: createRegister(client, deviceZone),
        sendCode: createSendCode(client, Date.now, 'register'),
        loadPaper: createLoadPaper(client),
      },
    }),
    forget: forgetMachine.provide({
      actors: {
        resetPassword: createResetPassword(client),
        sendCode: createSendCode(client, Date.now, 'forget'),
      },
    }),
    areaCodes: createLoadAreaCodes(client),
  }
}
