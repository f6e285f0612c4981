import { createContext } from 'react'

/** The list of markets beside a page. `current`: the symbol of the page. `dense`: its lines are for a mouse, lower than for a finger. */
export const ListPlace = createContext<{ current: string | undefined; dense: boolean } | undefined>(undefined)
