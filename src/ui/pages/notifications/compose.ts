import { inject } from '../../../machines/actors/call.ts'
import { createPushBrowser } from '../../../machines/actors/push-browser.ts'

export const compose = () => {
  const push = createPushBrowser(globalThis)
  inject({ push })
  return { permission: push.permission }
}
