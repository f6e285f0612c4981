import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BARE_POSTGRES, hasBarePostgres } from '../../bare/bare.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { freePort } from './redis.ts'

/** A PostgreSQL of a test's own, which can be restarted. */
export type TestPostgres = {
  url: string
  stop(): void
  start(): void
  /** Ends it, and removes its data. */
  remove(): void
}

/** Where Debian, and others, put the programs of PostgreSQL’s server; or where a bare machine has fetched them to. */
function programs(): string {
  const all = '/usr/lib/postgresql'
  if (!existsSync(all) && hasBarePostgres()) return BARE_POSTGRES
  const version = readdirSync(all)
    .sort((one, other) => Number(one) - Number(other))
    .at(-1)
  return join(all, version ?? '', 'bin')
}

/** Creates a PostgreSQL cluster in a new folder, and starts it on a free port. */
export async function startPostgres(): Promise<TestPostgres> {
  const port = await freePort()
  const folder = newFolder()
  const bin = programs()
  const isRoot = process.getuid?.() === 0
  // It refuses to be root.
  if (isRoot) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])))
    chownSync(folder, uid ?? 0, gid ?? 0)
  }
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args]
    const [first = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(first, rest, { stdio: 'ignore', cwd: '/' })
  }
  const data = join(folder, 'data')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c full_page_writes=off`
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  const stop = () => run('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop')
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync')
  start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    remove: () => {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
