import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { crashOnce, FOLDER } from './crash.ts'

it('fails', () => expect(1).toBe(2))
it('crashes once its failure is known', async () => {
  await vi.waitFor(() => expect(existsSync(join(FOLDER, 'failed'))).toBe(true), 30_000)
  await crashOnce('failing')
})
