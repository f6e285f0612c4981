import { keepCode } from '../platform/code-cache.ts'

keepCode()
await import('./figures-thread.ts')
