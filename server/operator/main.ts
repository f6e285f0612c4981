import { OperatorError } from '../platform/command.ts'
import { ConfigError } from '../platform/config.ts'
import { DatabaseError } from '../platform/database/database.ts'
import { MigrationError } from '../platform/database/migrate.ts'
import { FolderError } from '../platform/store/folder.ts'
import { operate } from './operate.ts'
import { askSecret, letGo } from './secret.ts'

const kinds = [OperatorError, ConfigError, DatabaseError, FolderError, MigrationError]

/** Beside the answer, which may go to a file. */
const tell = (line: string) => void process.stderr.write(`${line}\n`)

try {
  process.stdout.write(`${await operate(process.argv.slice(2), process.env, { tell, secret: askSecret })}\n`)
} catch (error) {
  // An error that the operator can fix is printed in one line; any other is a bug, and shows its stack.
  const expected = kinds.some((kind) => error instanceof kind)
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : error}\n`)
  process.exitCode = 1
} finally {
  letGo()
}
