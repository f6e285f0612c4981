export { personalDataExport } from './capability.ts'
