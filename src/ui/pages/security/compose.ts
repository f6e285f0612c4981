import { solving } from '../../../machines/actors/captcha.ts'
import { createProve } from '../../../machines/actors/prove.ts'
import {
  createAuthenticator,
  createChangePassword,
  createDevices,
  createEmail,
  createLoadGuards,
  createPayPassword,
  createTakeData,
} from '../../../machines/actors/security.ts'
import { authenticatorMachine } from '../../../machines/user/authenticator.ts'
import { changePasswordMachine } from '../../../machines/user/changePassword.ts'
import { devicesMachine } from '../../../machines/user/devices.ts'
import { emailMachine } from '../../../machines/user/email.ts'
import { payPasswordMachine } from '../../../machines/user/payPassword.ts'
import { securityMachine } from '../../../machines/user/security.ts'
import { takeDataMachine } from '../../../machines/user/takeData.ts'
import type { Ground } from '../../app/ground.ts'
import { saveFile } from '../../forms/save-file.ts'

export const compose = ({ client, notice, browserWallets, watchAccount }: Ground) => {
  const solves = solving({ client, notice })
  const prove = createProve(solves, browserWallets)
  return {
    security: securityMachine.provide({ actors: { loadGuards: createLoadGuards(client), watchAccount } }),
    authenticator: authenticatorMachine.provide({ actors: createAuthenticator(client, prove) }),
    email: emailMachine.provide({ actors: createEmail(solves, prove, Date.now) }),
    payPassword: payPasswordMachine.provide({ actors: createPayPassword(solves, prove, Date.now) }),
    changePassword: changePasswordMachine.provide({ actors: { changePassword: createChangePassword(client) } }),
    devices: devicesMachine.provide({ actors: createDevices(client) }),
    takeData: takeDataMachine.provide({ actors: { takeData: createTakeData(client, prove, saveFile) } }),
  }
}
