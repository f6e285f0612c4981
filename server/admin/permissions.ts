import type { AdminEntry, Command, Role } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'

/** A command that the admin console offers. */
export type AdminCommand = Command & { admin: AdminEntry }

const isAdminCommand = (command: Command): command is AdminCommand => command.admin !== undefined

/** All commands of the admin console, from the modules: there is no second list. */
export const adminCommands = ({ modules }: Pick<Platform, 'modules'>): AdminCommand[] =>
  modules.flatMap(({ commands = [] }) => commands).filter(isAdminCommand)

/** Whether an operator with these roles may use a command. */
export const may = (roles: readonly Role[], { admin }: AdminCommand): boolean =>
  admin.roles.some((role) => roles.includes(role))
