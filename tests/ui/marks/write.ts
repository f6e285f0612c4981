import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawMarks } from './draw.ts'

/** Redraws the marks of coins, flags and metals: `npm run marks`. */
writeFileSync(join(import.meta.dirname, '../../../src/ui/parts/marks/marks.svg'), drawMarks())
