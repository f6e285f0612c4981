import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps compiled code beside the packages that it is made of, where whoever may change it may change these too: a start
 * then takes two thirds of the time. Only what is loaded after this is kept, by each thread for itself. A place that
 * cannot be written is done without.
 *
 * What is kept needs no stripping of types either: Node does that by WebAssembly, in which V8 can crash where several threads
 * load code at the same time.
 */
export const keepCode = (): void => {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/quoin', import.meta.url)))
}
