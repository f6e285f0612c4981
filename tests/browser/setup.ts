import { buildPages } from '../../server/platform/build.ts'

/** Builds the app once, before any server of the tests finds that it should. */
export default async function setup(): Promise<void> {
  await buildPages({ info: () => {} })
}
