import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfigError } from '../../../server/platform/config.ts'
import { buildPages } from '../../../server/platform/http/build.ts'
import { newFolder } from '../../runner/own-folder.ts'

// A fake Vite: it records its call, and builds a one-line page.
const VITE = `
  const { mkdirSync, writeFileSync, existsSync } = require('node:fs')
  const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
  mkdirSync(outDir, { recursive: true })
  if (existsSync('fail')) { writeFileSync(outDir + '/half.js', ''); process.exit(1) }
  writeFileSync(outDir + '/index.html', 'built ' + process.argv[2])`

describe('the build of the app', () => {
  let root: string
  const log = { info: vi.fn() }
  const put = (path: string, text: string, seconds: number) => {
    const full = join(root, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    utimesSync(full, seconds, seconds)
  }
  const page = () => readFileSync(join(root, 'dist', 'index.html'), 'utf8')

  beforeEach(() => {
    root = newFolder()
    log.info.mockClear()
    put('package.json', '{}', 1)
    put('node_modules/vite/bin/vite.js', VITE, 1)
    put('src/ui/app.tsx', '', 100)
    put('index.html', '', 100)
  })

  it('is created if it is missing', async () => {
    expect(await buildPages(log, root)).toBe(join(root, 'dist'))
    expect(page()).toBe('built build')
    expect(log.info).toHaveBeenCalledWith('building the app')
  })

  it('is reused if nothing has changed since', async () => {
    put('dist/index.html', 'here', 200)
    expect(await buildPages(log, root)).toBe(join(root, 'dist'))
    expect(page()).toBe('here')
    expect(log.info).not.toHaveBeenCalled()
  })

  it('is rebuilt if a source is newer, without leftovers of the old one', async () => {
    put('dist/index.html', 'here', 200)
    put('dist/assets/old.js', '', 200)
    put('src/ui/app.tsx', '', 300)
    await buildPages(log, root)
    expect(page()).toBe('built build')
    expect(() => readFileSync(join(root, 'dist/assets/old.js'))).toThrow()
  })

  it('is reused if there are no sources', async () => {
    rmSync(join(root, 'src'), { recursive: true })
    put('dist/index.html', 'shipped', 1)
    await buildPages(log, root)
    expect(page()).toBe('shipped')
  })

  it('is reused if the build tools are not installed, however old it is', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true })
    put('dist/index.html', 'shipped', 1)
    expect(await buildPages(log, root)).toBe(join(root, 'dist'))
    expect(page()).toBe('shipped')
  })

  it('says in one line what to do if there is neither a build nor its tools', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true })
    await expect(buildPages(log, root)).rejects.toThrow(ConfigError)
    await expect(buildPages(log, root, 'admin')).rejects.toThrow('dist-admin: not built. Run npm ci && npm run build')
  })

  it('that fails keeps the previous one, and is retried at the next start', async () => {
    put('dist/index.html', 'here', 200)
    put('src/ui/app.tsx', '', 300)
    put('fail', '', 1)
    await expect(buildPages(log, root)).rejects.toThrow('the app could not be built')
    expect(page()).toBe('here')
    rmSync(join(root, 'fail'))
    await buildPages(log, root)
    expect(page()).toBe('built build')
  })
})
