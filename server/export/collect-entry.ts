import { keepCode } from '../platform/code-cache.ts'

keepCode()
await import('./collect-thread.ts')
