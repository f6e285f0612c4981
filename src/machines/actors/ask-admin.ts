import type { AskAdmin } from '../admin/wire.ts'
import { dep } from './call.ts'

export const askAdmin: AskAdmin = (...args) => dep('askAdmin')(...args)
