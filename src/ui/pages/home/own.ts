// What home shows to signed-in users, in one chunk: a guest loads none of it.
export { default as LaterBell } from '../inbox/later-bell.tsx'
export { Balance } from './balance.tsx'
export { FirstTrade } from './first-trade.tsx'
