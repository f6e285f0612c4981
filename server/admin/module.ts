import type { Module } from '../module.ts'
import { operatorCommands } from './commands.ts'
import { figureCommands } from './figure-commands.ts'
import { noteCommands } from './note-commands.ts'
import { notesOn } from './notes.ts'
import { proposalCommands } from './proposal-commands.ts'
import { riskCommands } from './risk-commands.ts'
import { adminSessionSweep } from './sessions.ts'

export { createAdmin } from './serve.ts'

/** The admin console: operators, proposals, and notes. */
export const admin: Module = {
  name: 'admin',
  migrations: new URL('./migrations/', import.meta.url),
  jobs: (platform) => [adminSessionSweep(platform)],
  exports: {
    notes: async ({ db }, { userId }, limit) =>
      (await notesOn(db, userId, limit)).map(({ text, at }) => ({ text, at: Number(at) })),
  },
  commands: [...proposalCommands, ...noteCommands, ...riskCommands, ...figureCommands, ...operatorCommands()],
}
