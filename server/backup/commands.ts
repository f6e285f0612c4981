import { noteAct, verifyChain } from '../audit/module.ts'
import { checkLedger } from '../ledger/module.ts'
import { type Command, date, OperatorError } from '../platform/command.ts'
import { commit } from '../platform/unit/unit.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

/** Backup and restore of everything but the key. */
export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    args: ['FOLDER'],
    options: [],
    about:
      'Writes a consistent backup of database and photographs to a new folder, while the server runs. The key is not in it.',
    run: async ({ platform, who, args: [folder = ''], tell }) => {
      // Noted first, so that the backup has it.
      await commit(platform, (unit) => noteAct(unit, { who, act: 'backup', userId: null, why: `to ${folder}` }))
      const { at, version, rows, photographs } = await writeBackup(platform, folder, tell)
      return [{ backup: folder, at: date(at), version, rows, photographs }]
    },
  },
  {
    name: 'restore',
    args: ['FOLDER'],
    options: [],
    about:
      'Restores a backup into an empty database and photograph store, with the key of the backed-up server, and verifies its ledger.',
    run: async () => {
      throw new OperatorError('restore has an empty database')
    },
    alone: async (given) => {
      const [folder = ''] = given.args
      const { at, rows, photographs } = await restoreBackup(given, folder)
      const platform = await given.open()
      try {
        const lines = await checkLedger(platform.db, platform.modules)
        if (lines.length > 0) throw new OperatorError(`restored, but the ledger check failed:\n${lines.join('\n')}`)
        const { violation } = await verifyChain(platform.db)
        if (violation !== undefined) throw new OperatorError(`restored, but the audit log is broken: ${violation}`)
        await commit(platform, (unit) =>
          noteAct(unit, { who: given.who, act: 'restore', userId: null, why: `from ${folder}` }),
        )
        return [{ restored: folder, of: date(at), rows, photographs, ledger: 'holds', next: 'start the server' }]
      } finally {
        await platform.database.close()
      }
    },
  },
]
