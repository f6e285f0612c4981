// Everything on home beyond the first screen, for all users, in one chunk.
export { Movers } from '../market/movers.tsx'
export { Reading } from '../news/pages.tsx'
export { WatchedQuotes } from '../watchlist/watched-quotes.tsx'
