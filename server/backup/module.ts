import type { Module } from '../module.ts'
import { backupCommands } from './commands.ts'

/** Backups of the server's data. */
export const backup: Module = { name: 'backup', commands: backupCommands }
