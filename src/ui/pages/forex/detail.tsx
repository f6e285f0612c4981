import { ChartPage } from '../market/chart-page.tsx'

/** The chart of a foreign exchange pair or a precious metal. */
export const ForexDetailPage = () => <ChartPage fallback="EURUSD" />
