import type { AdminEntry, Command, Role } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'

/** A command that has a place in the admin console. */
export type AdminCommand = Command & { admin: AdminEntry }

const isAdminCommand = (command: Command): command is AdminCommand => command.admin !== undefined

/** All that is done in the admin console: the commands of the modules that have a place there, and no second list. */
export const adminCommands = ({ modules }: Pick<Platform, 'modules'>): AdminCommand[] =>
  modules.flatMap(({ commands = [] }) => commands).filter(isAdminCommand)

/** Whether someone of these roles may. */
export const may = (roles: readonly Role[], { admin }: AdminCommand): boolean =>
  admin.roles.some((role) => roles.includes(role))
