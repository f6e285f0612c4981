import type { ComponentType } from 'react'
import type { Part } from './ground.ts'
import type { UiKey } from './i18n/texts.ts'
import { createLoader, type Loader } from './loader.ts'
import type { Bone } from './parts/states.tsx'
import type { Place } from './places.ts'

export type TabId = 'home' | 'markets' | 'trade' | 'arbitrage' | 'assets' | 'account'

export type Route = Place & {
  page: Loader<ComponentType>
  /** What it runs on beside the services, and waits for. */
  parts?: readonly Part[]
  /** Whether it is part of the first screen, and needs no part. */
  first?: boolean
  /** The page draws its own `Header`; left out, the shell draws one with the title. */
  header?: 'custom'
  title: UiKey
  /** What stands at the end of the shell’s header: the way to a page beside this one. */
  aside?: { to: string; text: UiKey }
  /** The tab whose page it is. A page with no tab has no tab bar, and an arrow back. */
  tab?: TabId
  /** Where the arrow back leads when no page of the app lies behind. Home where left out. */
  up?: string
  /** The shape of the content, while the page loads. */
  bones?: readonly Bone[]
}

/** A page whose code is loaded when it is first opened. */
export const page = (load: () => Promise<ComponentType>): Loader<ComponentType> => createLoader(load)
