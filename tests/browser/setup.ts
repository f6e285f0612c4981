import { rmSync } from 'node:fs'
import { buildPages } from '../../server/platform/http/build.ts'
import { startServerProcess } from './kit/server.ts'

/**
 * Builds the app and the admin console once, before any test server does, and has one server create a market history,
 * which every other server starts with a copy of.
 */
export default async function setup(): Promise<() => void> {
  await buildPages({ info: () => {} })
  await buildPages({ info: () => {} }, undefined, 'admin')
  const server = await startServerProcess()
  const past = await server.stop()
  process.env.TEST_PAST = past
  return () => rmSync(past, { recursive: true, force: true })
}
