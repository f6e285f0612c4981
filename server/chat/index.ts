export { chat } from './capability.ts'
export { answerChat, closeChat, listChats, openChat } from './desk.ts'
export { usualSeconds } from './waits.ts'
