import { it } from 'vitest'
import { crashOnce } from './crash.ts'

it('passes', () => {})
it('crashes once', () => crashOnce('third'))
