/**
 * Loaded by Node before `server/main.ts`, in the tests' own processes and nowhere else: to hash a password costs next to
 * nothing. What it costs otherwise, and must, `passwords.test.ts` says.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
crypto.scrypt = ((password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 ** 10 }, done)) as typeof scrypt
syncBuiltinESMExports()
