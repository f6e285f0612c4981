export { actsOf } from './audit.ts'
export { type Command, commands, OperatorError } from './commands.ts'
export { operate } from './operate.ts'
