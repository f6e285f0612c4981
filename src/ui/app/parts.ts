import type { TextsName } from '../i18n/texts.ts'
import type { Loader } from './loader.ts'

/** A noun's texts and composed machines, for its pages. Loaded when the first of these pages opens. Made by `part`, which types `deps`. */
export type Part<T = unknown> = {
  texts: TextsName
  load?: (() => Promise<{ compose(deps: never): T | Promise<T> }>) | undefined
}

/** Finds a part's loader, which composes it once. */
export type Parts = <T>(part: Part<T>) => Loader<T>
