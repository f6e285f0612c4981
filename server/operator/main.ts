import { ConfigError } from '../platform/config.ts'
import { DatabaseError } from '../platform/database.ts'
import { FolderError } from '../platform/folder.ts'
import { MigrationError } from '../platform/migrate.ts'
import { OperatorError, operate } from './index.ts'

const kinds = [OperatorError, ConfigError, DatabaseError, FolderError, MigrationError]

try {
  process.stdout.write(`${await operate(process.argv.slice(2), process.env)}\n`)
} catch (error) {
  // What a person can mend is told in one line; anything else is a fault of ours, and shows its stack.
  const expected = kinds.some((kind) => error instanceof kind)
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : error}\n`)
  process.exitCode = 1
}
