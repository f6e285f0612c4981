import type { Module } from '../module.ts'
import { codeDelivery } from './code-delivery.ts'
import { securityCommands } from './commands.ts'
import { securityRoutes } from './routes.ts'
import { securityWork } from './sweep.ts'

export { forgetAuthenticator, hasAuthenticator } from './authenticators.ts'
export { captchaRelief } from './captcha.ts'
export { newestCodes } from './codes.ts'
export { SLOW_MS } from './limits.ts'
export { passkeysOf } from './passkeys.ts'
export { createPasswords, isCommon, type PasswordDeps, type Passwords } from './passwords.ts'
export { hasPayPassword, requirePayPassword } from './pay-passwords.ts'
export { payProofBy } from './pay-proof.ts'
export { proofBy } from './proof.ts'
export { readPhoneIn } from './targets.ts'
export { newTotpSecret, totpStep, totpUri } from './totp.ts'
export { warnOfWalletHash } from './wallet-hash.ts'

/** Authentication, and the security settings of an account. */
export const security: Module = {
  name: 'security',
  routes: ({ platform, passwords }) => securityRoutes(platform, passwords),
  jobs: (platform) => [securityWork(platform), ...codeDelivery(platform)],
  commands: securityCommands,
}
