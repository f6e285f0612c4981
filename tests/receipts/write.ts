import { CONSTANTS, writeConstants } from './constants.ts'

/** `npm run constants` publishes the constants that verify receipts. */
writeConstants()
process.stdout.write(`${CONSTANTS}\n`)
