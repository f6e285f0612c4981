import { createContext } from 'react'

/** The list of markets beside a page. `current`: the symbol of the page. `dense`: each market has a line of a mouse's height. */
export const ListPlace = createContext<{ current: string | undefined; dense: boolean } | undefined>(undefined)
