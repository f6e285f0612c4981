import type { ComponentType } from 'react'
import { createLoader, type Loader } from '../app/loader.ts'
import type { Part } from '../app/parts.ts'
import type { UiKey } from '../i18n/texts.ts'
import type { Shape } from '../parts/page/states.tsx'
import type { Place } from './places.ts'

export type TabId = 'home' | 'markets' | 'trade' | 'arbitrage' | 'assets' | 'account'

export type Route = Place & {
  page: Loader<ComponentType>
  /** The parts that it needs and waits for. */
  parts?: readonly Part[]
  /** Whether it shows orders of every kind. */
  ofKinds?: boolean
  /** Whether it is part of the first screen, and needs no part. */
  first?: boolean
  /** The page draws its own `Header`; by default the shell draws one with the title. */
  header?: 'custom'
  title: UiKey
  /** The end of the shell’s header: a link to a related page. */
  aside?: { to: string; text: UiKey }
  /** The tab of the page. A page without a tab has no tab bar, but a back arrow. */
  tab?: TabId
  /** The tab of a page that has no tab bar and is not below its own tab's page. */
  section?: TabId
  /** A page of tables, which takes the width that there is. */
  wide?: true
  /** Whether it is beside the list of markets where that fits. */
  beside?: true
  /** The target of the back arrow without a previous page of the app. Home by default. */
  up?: string
  /** The skeleton while the page loads. */
  shapes?: readonly Shape[]
}

/** A page whose code is loaded when first opened. */
export const page = (load: () => Promise<ComponentType>): Loader<ComponentType> => createLoader(load)
