import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages } from '../../server/platform/http/build.ts'
import { findChrome } from '../browser/kit/chrome.ts'
import type { Benchmark } from './benchmark.ts'
import { median } from './figures.ts'
import { freshFolder, startServer } from './server.ts'

/** Fetched from npm at run time: it is larger than all other packages of the project. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const ROUNDS = 3
const QUICK_ROUNDS = 1

const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const NAMES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const
type Category = keyof typeof AIMS
const categories = Object.keys(AIMS) as Category[]

type Audit = { id: string; score: number | null; title: string; displayValue?: string; details?: { items?: unknown[] } }
type Report = {
  runtimeError?: { message: string }
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

/** Lighthouse's scores of the home page on a phone with a slow network. */
const lighthouse: Benchmark = async (bench) => {
  const rounds = bench.quick ? QUICK_ROUNDS : ROUNDS
  await buildPages({ info: bench.say })
  const folder = freshFolder(bench)
  const server = await startServer(bench, { DATA_DIR: folder })
  const look = async (round: number): Promise<Report> => {
    const path = join(folder, `lighthouse-${round}.json`)
    const child = spawn(
      'npx',
      [
        ...['--yes', LIGHTHOUSE, `http://127.0.0.1:${server.port}/`, '--quiet', '--no-enable-error-reporting'],
        ...['--output=json', `--output-path=${path}`, `--only-categories=${categories.join()}`],
        '--chrome-flags=--headless=new --no-sandbox --disable-background-networking',
      ],
      { stdio: ['ignore', 2, 2], env: { ...process.env, CHROME_PATH: findChrome() } },
    )
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${LIGHTHOUSE} ended with ${code}`)
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    if (report.runtimeError) throw new Error(report.runtimeError.message)
    return report
  }
  const reports: Report[] = []
  for (let round = 0; round < rounds; round++) {
    const report = await look(round)
    reports.push(report)
    bench.say(categories.map((name) => `${name} ${(report.categories[name].score * 100).toFixed(0)}`).join(', '))
  }
  for (const { id, title, score, displayValue = '', details } of faultsOf(reports[0]))
    bench.say(
      `${score} ${id}: ${title} ${displayValue} ${JSON.stringify(details?.items?.slice(0, 3) ?? [])}`.slice(0, 800),
    )
  return categories.map((name) => ({
    what: `Lighthouse, ${NAMES[name]}`,
    value: median(reports.map((report) => report.categories[name].score * 100)),
    unit: 'points',
    aim: { atLeast: AIMS[name] },
    how: `${LIGHTHOUSE}, mobile, on the home page of the built app from the real server; median of ${rounds} runs`,
  }))
}

/** Audits that lost points. */
const faultsOf = (report: Report | undefined): Audit[] => {
  if (!report) return []
  const counted = categories.flatMap((name) => report.categories[name].auditRefs.filter(({ weight }) => weight > 0))
  return [...new Set(counted.map(({ id }) => id))]
    .flatMap((id) => report.audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 0.9)
}

export default lighthouse
