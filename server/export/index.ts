export { personalDataExport } from './capability.ts'
export { collectHere, collectInThread } from './collecting.ts'
