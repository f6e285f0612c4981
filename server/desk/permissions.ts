import type { AtDesk, Command, Role } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'

/** A command that has a place at the desk. */
export type DeskCommand = Command & { desk: AtDesk }

const isAtDesk = (command: Command): command is DeskCommand => command.desk !== undefined

/** All that is done at the desk: the commands of the modules that have a place there, and no second list. */
export const deskCommands = ({ modules }: Pick<Platform, 'modules'>): DeskCommand[] =>
  modules.flatMap(({ commands = [] }) => commands).filter(isAtDesk)

/** Whether someone of these roles may. */
export const may = (roles: readonly Role[], { desk }: DeskCommand): boolean =>
  desk.roles.some((role) => roles.includes(role))
