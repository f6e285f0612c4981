import { createContext } from 'react'

/** The list of markets beside a page. `current`: the symbol of the page. */
export const ListPlace = createContext<{ current: string | undefined } | undefined>(undefined)
