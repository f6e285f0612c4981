import { keepCode } from './platform/code-cache.ts'

keepCode()
await import('./market-thread.ts')
