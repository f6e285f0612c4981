/**
 * Loaded by Node before `server/main.ts`, only in the tests' own processes: makes password hashing cheap. `passwords.test.ts` checks its
 * real cost.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
crypto.scrypt = ((password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 ** 10 }, done)) as typeof scrypt
syncBuiltinESMExports()
