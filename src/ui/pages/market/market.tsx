import { MarketBoard } from './market-board.tsx'

/** The markets. */
export const MarketPage = () => <MarketBoard />
