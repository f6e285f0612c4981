import { CONSTANTS, writeConstants } from './constants.ts'

/** `npm run constants` writes what receipts are verified with, for others to verify them by. */
writeConstants()
process.stdout.write(`${CONSTANTS}\n`)
