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
  // What a person can mend is told in one line; anything else is a fault of ours, and shows its stack.
  const expected = kinds.some((kind) => error instanceof kind)
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : error}\n`)
  process.exitCode = 1
} finally {
  letGo()
}
