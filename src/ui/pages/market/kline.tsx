import { ChartPage } from './chart-page.tsx'

/** The chart of a crypto pair. */
export const KlinePage = () => <ChartPage fallback="BTCUSDT" />
