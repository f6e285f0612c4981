import type { Capability } from '../capability.ts'
import { codeDelivery } from './code-delivery.ts'
import { securityCommands } from './commands.ts'
import { securityRoutes } from './routes.ts'
import { securityWork } from './sweep.ts'

/** How one proves who one is, and keeps that safe. */
export const security: Capability = {
  name: 'security',
  routes: ({ platform, passwords }) => securityRoutes(platform, passwords),
  works: (platform) => [securityWork(platform), ...codeDelivery(platform)],
  commands: securityCommands,
}
