import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { modules } from '../../../server/modules.ts'
import { openSqlite } from '../../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../../server/platform/database/migrate.ts'
import { info } from '../../../src/api/account/user.ts'
import { databaseKinds, emptyDatabase } from '../databases.ts'
import { hasCcxt } from '../market/exchange.ts'
import { greeted } from './device.ts'
import { endProcesses, freshFolder, market, ready, register, startProcess } from './process.ts'

afterAll(endProcesses)

const ROOT = join(import.meta.dirname, '../../..')
const STARTING_MS_MAX = 60_000
/** `npm run test:faults` starts more servers: those whose parts have tests of their own. */
const LONG = process.env.TEST_LONG !== undefined

function ignoreMissing(kill: () => void): void {
  try {
    kill()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

describe('the process', () => {
  it('prints one URL, serves there, notifies its sockets of a shutdown, and exits with 0', async () => {
    const settings = { DATA_DIR: freshFolder() }
    const server = startProcess(settings)
    const url = await server.url
    expect(server.out.stdout).toBe(`Quoin, on paper money: ${url}\n`)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await ready(server)

    const device = await greeted(Number(new URL(url).port))
    const stopped = server.kill('SIGTERM')
    expect(await device.next('bye')).toEqual({ type: 'bye', reason: 'restart' })
    expect(await device.closed).toBe(1012)
    expect(await stopped).toBe(0)
    expect(server.out.stdout.split('\n')).toHaveLength(2)
    for (const line of server.out.stderr.trim().split('\n')) expect(JSON.parse(line).level).toBeLessThan(40)

    const restarted = startProcess(settings)
    await restarted.url
    expect(await restarted.kill('SIGINT')).toBe(0)
  })

  it('finishes and answers requests in progress before it exits', async () => {
    const server = startProcess({ DATA_DIR: freshFolder() })
    const url = await server.url
    // Both are in hand once the first is answered: they came in one piece. A hash takes a third of a second and more.
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const body = '{"username":"nobody","password":"wrong one"}'
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    socket.write(
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /api/user/login HTTP/1.1\r\n${head}\r\n\r\n${body}`,
    )
    let answers = String((await once(socket, 'data'))[0])
    expect(answers).toMatch(/^HTTP\/1\.1 200 OK/)
    const stopped = server.kill('SIGTERM')
    socket.on('data', (data) => {
      answers += data
    })
    await once(socket, 'close')
    expect(answers).toMatch(/400 Bad Request.*connection: close.*"key":"wrongPassword"/is)
    expect(await stopped).toBe(0)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })

  it('is refused in one line for a folder or port in use, and for invalid settings', async () => {
    const data = freshFolder()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const port = String((taken.address() as AddressInfo).port)
    const newer = freshFolder()
    const database = openSqlite(join(newer, 'quoin.db'))
    await migrate(database, Date.now(), foldersOf(modules))
    await database.script(`insert into migrations values (999, '000999_later.sql', 'x', 1)`)
    await database.close()
    const broken = freshFolder()
    writeFileSync(join(broken, 'quoin.db'), 'no database'.repeat(1_000))
    const damaged = freshFolder()
    const whole = readFileSync(join(newer, 'quoin.db'))
    // The first page says that it is a database, and where its tables are; these are not there.
    writeFileSync(join(damaged, 'quoin.db'), whole.fill(0x5a, 8_192))
    const holder = startProcess({ DATA_DIR: data })
    await holder.url

    const refusals: [Record<string, string>, RegExp][] = [
      [{ DATA_DIR: data }, /^the data folder \S+ is in use by another process$/],
      [{ DATA_DIR: freshFolder(), PORT: port }, new RegExp(`^PORT: ${port} is in use on 127\\.0\\.0\\.1$`)],
      [{ DATA_DIR: newer }, /^the database is newer than this code \(version 999, code \d+\)$/],
      [{ DATA_DIR: data, PORT: '0', MARKET: `replay:${broken}` }, /^MARKET: nothing to replay in \S+: no \.csv$/],
      [{ DATA_DIR: damaged }, /^the database is damaged: restore a backup$/],
      [{ DATA_DIR: broken }, /^cannot open the database .*: file is not a database$/],
      ...(LONG ? await more(data) : []),
    ]
    for (const [settings, line] of refusals) {
      const refused = startProcess(settings)
      expect(await refused.exit, JSON.stringify(settings)).toBe(1)
      expect(refused.out.stderr.replace(/\n$/, ''), JSON.stringify(settings)).toMatch(line)
      expect(refused.out.stdout).toBe('')
    }
    taken.close()
    expect((await fetch(`${await holder.url}/healthz`)).status).toBe(200)
    expect(await holder.kill('SIGTERM')).toBe(0)
  })

  it('logs an unexpected error, and exits with 1', async () => {
    const fault = 'setTimeout(() => Promise.reject(new Error("out of nowhere")), 1500)'
    const server = startProcess({
      DATA_DIR: freshFolder(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    })
    expect(await server.exit).toBe(1)
    const last = JSON.parse(server.out.stderr.trim().split('\n').at(-1) ?? '')
    expect(last).toMatchObject({ level: 60, err: { message: 'out of nowhere', stack: expect.any(String) } })
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends with the npm start that it belongs to, ended by %s',
    async (signal) => {
      const env = { PATH: process.env.PATH, NODE_ENV: 'development', PORT: '0', DATA_DIR: freshFolder(), ...market() }
      const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      onTestFinished(() => {
        // The whole group, which is there only where the server outlived npm.
        if (npm.pid) ignoreMissing(() => process.kill(-Number(npm.pid), 'SIGKILL'))
      })
      let stdout = ''
      npm.stdout.on('data', (data) => {
        stdout += data
      })
      npm.stderr.resume()
      await vi.waitFor(() => expect(stdout).toContain('paper money: http'), { timeout: STARTING_MS_MAX })
      // Both outputs close once npm and the server have ended.
      const closed = once(npm, 'close')
      npm.kill(signal)
      await closed
    },
  )

  it.each([
    ['made its database', {}, 'quoin.db', 0],
    ...(LONG ? ([['filled it', { MARKET: 'simulated' }, 'quoin.db-wal', 1_000_001]] as const) : []),
  ] as const)('starts after it was killed while it %s', async (_, own, name, size) => {
    const settings = { DATA_DIR: freshFolder(), ...own }
    const hasBegun = () => (statSync(join(settings.DATA_DIR, name), { throwIfNoEntry: false })?.size ?? -1) >= size
    const killed = startProcess(settings)
    await vi.waitFor(() => expect(hasBegun()).toBe(true), { interval: 5 })
    await killed.kill('SIGKILL')
    const server = startProcess(settings)
    expect((await fetch(`${await server.url}/healthz`)).status).toBe(200)
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  it.runIf(LONG && databaseKinds.includes('postgres'))('serves from PostgreSQL', async () => {
    const fresh = await emptyDatabase('postgres')
    await fresh.database.close()
    const server = startProcess({ DATA_DIR: freshFolder(), DATABASE_URL: fresh.url })
    const token = await register(server)
    expect((await server.ok(info, {}, token)).username).toBe('someone')
    expect(await server.kill('SIGTERM')).toBe(0)
    await fresh.drop()
  })
})

/** Refusals with another cause too, or tested with their own part. `data`: a folder in use. */
async function more(data: string): Promise<[Record<string, string>, RegExp][]> {
  const sealed = freshFolder()
  const before = startProcess({ DATA_DIR: sealed })
  await before.url
  await before.kill('SIGTERM')
  return [
    [{ DATA_DIR: freshFolder(), PORT: 'eighty' }, /^PORT: must be a whole number$/],
    [
      { DATA_DIR: data, PORT: '0', MARKET: 'live:nowhere' },
      hasCcxt
        ? /^MARKET: ccxt knows no exchange nowhere that streams$/
        : /^MARKET: live prices need ccxt, which npm ci leaves out: run npm ci --ignore-scripts --prefix server\/market\/live$/,
    ],
    [
      { DATA_DIR: sealed, VAULT_KEY: 'ab'.repeat(32) },
      /^VAULT_KEY: is not the key by which this database was sealed; .*$/,
    ],
    [
      { DATA_DIR: freshFolder(), DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/quoin' },
      /^cannot connect to the database of DATABASE_URL: (?!.*secret).*$/,
    ],
  ]
}
