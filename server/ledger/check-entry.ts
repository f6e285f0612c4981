import { keepCode } from '../platform/code-cache.ts'

keepCode()
await import('./check-thread.ts')
