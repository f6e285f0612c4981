/** One page for all benchmarks in a browser: the hash names what it shows. */
import '../../../src/ui/styles/index.css'

const pages: Record<string, () => Promise<{ start(root: HTMLElement): Promise<void> | void }>> = {
  ticks: () => import('./ticks.tsx'),
  'ticks-floor': () => import('./ticks-floor.tsx'),
  book: () => import('./book.tsx'),
  'book-floor': () => import('./book-floor.ts'),
  positions: () => import('./positions.tsx'),
  'positions-floor': () => import('./positions-floor.ts'),
  chart: () => import('./chart.tsx'),
  'chart-floor': () => import('./chart-floor.ts'),
}

const root = document.getElementById('root')
const load = pages[location.hash.slice(1)]
if (!root || !load) throw new Error(`no page ${location.hash}`)
load().then((page) => page.start(root))
