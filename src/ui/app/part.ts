import type { TextsName } from '../i18n/texts.ts'
import type { Deps } from './deps.ts'
import { createLoader, type Loader } from './loader.ts'
import type { Part, Parts } from './parts.ts'
import { useServices } from './services.ts'

/** A noun's part. Without `load` it has only texts. */
export const part = <T = undefined>(
  texts: TextsName,
  load?: () => Promise<{ compose(deps: Deps): T | Promise<T> }>,
): Part<T> => ({ texts, load })

/** The texts shared by all pages after the first screen. */
export const common = part('shared')

export type PartsOptions = {
  deps(): Promise<Deps>
  loadTexts(...names: ('messages' | TextsName)[]): Promise<void>
  /** Waits for the pending paint. */
  nextTask(): Promise<void>
}

/** Loads parts, each with its texts, and composes them from the same dependencies. */
export function createParts({ deps, loadTexts, nextTask }: PartsOptions): Parts {
  const loaders = new Map<Part, Loader<unknown>>()
  const loaderOf = <T>(part: Part<T>): Loader<T> => {
    let composed: T | undefined
    return createLoader(async () => {
      const [code, on] = await Promise.all([part.load?.(), deps(), loadTexts('messages', 'shared', part.texts)])
      await nextTask()
      composed ??= await code?.compose(on as never)
      return composed as T
    })
  }
  return <T>(part: Part<T>) => {
    const known = loaders.get(part) ?? loaderOf(part)
    loaders.set(part, known)
    return known as Loader<T>
  }
}

/**
 * The composed part of a noun.
 *
 * @throws Error on a page whose route does not list the part, and so does not wait for it
 */
export function usePart<T>(part: Part<T>): T {
  return partIn(useServices().parts, part)
}

/**
 * The same, outside a hook.
 *
 * @throws Error as `usePart`
 */
export function partIn<T>(parts: Parts, part: Part<T>): T {
  const loaded = parts(part).now()
  if (loaded.type !== 'ready') throw new Error(`usePart: ${part.texts} is not loaded yet`)
  return loaded.value
}
