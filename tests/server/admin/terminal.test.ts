import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { endProcesses, freshFolder, startProcess } from '../platform/process.ts'

const ROOT = join(import.meta.dirname, '../../..')

afterAll(() => endProcesses())

it('asks for an operator’s password on the terminal, twice, and exits', async () => {
  const settings = { DATA_DIR: freshFolder(), LOG_LEVEL: 'silent' }
  await startProcess(settings).url
  const said = await new Promise<{ code: number; out: string; asked: string }>((resolve) => {
    const words = ['server/operator/main.ts', 'desk', 'add', 'ann', '--roles', 'support', '--json']
    const env = { PATH: process.env.PATH, ...settings }
    const running = execFile(process.execPath, words, { cwd: ROOT, env }, (error, out, asked) =>
      resolve({ code: Number(error?.code ?? 0), out, asked }),
    )
    // A terminal stays open after the last line.
    running.stdin?.write('correct horse 9 battery\ncorrect horse 9 battery\n')
  })
  expect(said.code).toBe(0)
  expect(JSON.parse(said.out)).toMatchObject([{ name: 'ann', authenticator: expect.stringMatching(/^otpauth:/) }])
  expect(said.asked).toMatch(/^Password for ann, 12 characters or more: \nRepeat the password: \n/)
})
