import { rmSync } from 'node:fs'
import { buildPages } from '../../server/platform/http/build.ts'
import { startServerProcess } from './kit/server.ts'

/**
 * Builds the app and the admin console once, before any server of the tests finds that it should; and lets one server give its market a past,
 * of which each other one starts with a copy.
 */
export default async function setup(): Promise<() => void> {
  await buildPages({ info: () => {} })
  await buildPages({ info: () => {} }, undefined, 'admin')
  const server = await startServerProcess()
  const past = await server.stop()
  process.env.TEST_PAST = past
  return () => rmSync(past, { recursive: true, force: true })
}
