import type { Candle } from '../../api/market/market.ts'
import type { Pointed } from './crosshair.ts'
import type { Drawing, Drawn, DrawnKind } from './drawn.ts'
import type { Deal, Position } from './positions.ts'
import type { Settings } from './stage.ts'
import type { Stops } from './stop-grips.ts'

export type Bar = { time: number; open: number; high: number; low: number; close: number; volume: number }

export type PlotSettings = Settings & {
  /** Names and values of a bar, for the crosshair's box. */
  rowsOf(bar: Bar): Pointed['rows']
  stops: Stops
  /** Names of lines, and their values. */
  drawing: Pick<Drawing, 'label' | 'say'>
}

export type PlotOptions = PlotSettings & {
  /** A positioned element of some size, with `touch-action: pan-y`. The plot fills it. */
  host: HTMLElement
  /** The view is near the oldest bar: called once for each oldest bar, and again after another touch. */
  needOlder(): void
  /** The newest bar came into view, or left it. */
  newestInSight(is: boolean): void
  /** A line was drawn, moved or removed. */
  drew(line: Drawn): void
  erase(id: string): void
}

/** Commands of the keyboard and buttons. */
export type Move = 'older' | 'newer' | 'oldest' | 'newest' | 'zoomIn' | 'zoomOut' | 'unpoint'

export type CandlePlot = {
  /** Sets the closed bars, oldest first, and the newest; draws the changes in this frame. */
  setBars(closed: readonly Candle[], newest: Candle | undefined): void
  /** Sets the open positions, most important first, and makes room for their ends if the newest bar is in view. */
  setPositions(positions: readonly Position[]): void
  /** Sets the fills of open and closed orders. */
  setDeals(deals: readonly Deal[]): void
  /** Sets the drawn lines. */
  setDrawn(drawn: readonly Drawn[]): void
  /** Draws a new line in the middle of the view. */
  draw(kind: DrawnKind, id: string): void
  /** Changes the settings. Another interval starts without bars. */
  configure(settings: PlotSettings): void
  move(move: Move): void
  /** Moves the crosshair by a number of bars, starting at the newest in view if hidden, and returns its bar. */
  pointBy(bars: number): Bar | null
  isPointing(): boolean
  destroy(): void
}
