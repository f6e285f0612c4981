export { notifications } from './capability.ts'
export { sendOut } from './outbox.ts'
export { settingsOf } from './settings.ts'
