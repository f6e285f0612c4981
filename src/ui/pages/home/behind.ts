// What home shows of more than its first screen, to everyone, in one chunk.
export { Movers } from '../market/movers.tsx'
export { Reading } from '../news/pages.tsx'
export { WatchedQuotes } from '../watchlist/watched-quotes.tsx'
