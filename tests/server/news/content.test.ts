import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../server/news/check.ts'
import { type Figures, figuresIn, fill, holesIn } from '../../../server/news/figures.ts'
import { shippedSources } from '../../../server/news/library.ts'
import { readMarkdown, textOf } from '../../../server/news/markdown.ts'
import { readWriting, type Source, wordsOf } from '../../../server/news/writing.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { PHOTO_BYTES_MAX } from '../../../src/rules/account/photos.ts'
import { findForexPair, stopOutBy } from '../../../src/rules/forex/pairs.ts'
import { LEVER_FEE_BPS, LIQUIDATION_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { loanCycles, loanLateness } from '../../../src/rules/loan/loan.ts'
import { pairs, SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import {
  breakEvenOf,
  EXAMPLE_STAKE,
  meanOfExample,
  periods,
  stakeLimits,
} from '../../../src/rules/microtrade/microtrade.ts'
import { swapMean } from '../../../src/rules/money/costs.ts'
import { TURNOVER_BPS } from '../../../src/rules/money/turnover.ts'
import { PLAN_BELOW_BPS, PLAN_LOSING_BPS, planTiers } from '../../../src/rules/plan/plan.ts'
import { PLAN_TERM_BPS, planTerm } from '../../../src/rules/plan/term.ts'
import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import {
  WITHDRAWAL_ARRIVES_HOURS,
  WITHDRAWAL_FEE_BPS,
  WITHDRAWAL_MIN_USDT,
} from '../../../src/rules/withdrawal/withdrawal.ts'
import { routes } from '../../../src/ui/router/routes.ts'
import { testConfig } from '../platform.ts'

const shipped = shippedSources()
const values = figuresIn('en', testConfig())
/** Figures as an English article states them: of basis points, and of millionths with their sign. */
const percent = (bps: number) => `${Number((bps / 100).toFixed(4))}%`
const signed = (ppm: number, digits = 2) => `${ppm < 0 ? '−' : '+'}${Number((Math.abs(ppm) / 10_000).toFixed(digits))}%`
const breakEven = (payoutBps: number) => `${Number((breakEvenOf(payoutBps) * 100).toFixed(2))}%`
const exampleMean = (payoutBps: number) => meanOfExample(payoutBps).toFixed(2).replace('-', '−')

const NOW = Date.parse('2026-02-01T00:00Z') / 1000

const source = (more: Partial<Source> & { head?: string; body?: string } = {}): Source => {
  const { head = '', body = 'Words.\n', ...place } = more
  const text = `---\ntitle: A title\nsummary: In short.\ndate: 2026-01-01\n${head}---\n${body}`
  return { lang: 'en', kind: 'news', slug: 'one', text, ...place }
}
/** The same article in all nine languages, with one language changed. */
const everywhere = (more: Parameters<typeof source>[0] = {}, other: Partial<Record<string, string>> = {}) =>
  langs.map((lang) => source({ ...more, lang, ...(other[lang] !== undefined && { body: other[lang] }) }))

/** Words in which languages write a small number by a digit: one day, two photographs, half of the time, around the clock. */
const COUNTED =
  /24\/24|24 ore su 24|24時間|24시간|50%여도|5割|\b\d(?=日|回|枚|つ|期間|年|単位|アカウント|회|년|일분|단위|이에요)/g

describe('news: the shipped articles', () => {
  it('are valid in nine languages, without dead links', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(9 * 10)
    expect(problemsOf(shipped, values, NOW)).toEqual([])
  })

  it('keep the text of each document version', () => {
    const hashes = Object.values(
      Object.groupBy(
        shipped.filter(({ kind }) => kind === 'legal'),
        ({ slug }) => slug,
      ),
    ).map((sources = []) => {
      const [any] = sources
      const words = sources.map(wordsOf).join('\n')
      return [
        any?.slug,
        any && readWriting(any).head.version,
        createHash('sha256').update(words).digest('hex').slice(0, 12),
      ]
    })
    // A changed document needs the next version: servers with acceptances of this one would not start.
    expect(hashes).toEqual([
      ['loans', 5, 'ebe3c26f52bb'],
      ['risks', 4, 'c64fc60c0d05'],
      ['terms', 2, '25c844ce1306'],
    ])
  })

  it('have each kind that the pages show', () => {
    const english = shipped.filter(({ lang }) => lang === 'en').map(({ kind, slug }) => `${kind}/${slug}`)
    expect(english).toEqual(
      expect.arrayContaining([
        ...['help/options', 'help/arbitrage', 'help/costs', 'help/identity', 'help/withdraw'],
        ...['legal/terms', 'legal/risks', 'legal/loans'],
        'banner/authenticator',
      ]),
    )
    // The operator states their own licence.
    expect(english).not.toContain('legal/licence')
  })

  it('contain no literal figures in guides and documents, besides counts of one digit and the hours of a day', () => {
    const bare = shipped
      .filter(({ kind }) => kind !== 'news')
      .map(readWriting)
      .flatMap(({ lang, slug, head, body }) =>
        [head.title, head.summary, textOf(body)].flatMap((text) =>
          (
            text
              .replace(/\{\{[\w.]+\}\}/g, '')
              .replace(COUNTED, '')
              .match(/.{0,20}\p{N}.{0,20}/gu) ?? []
          ).map((at) => `${lang}/${slug}: ${at}`),
        ),
      )
    expect(bare).toEqual([])
  })

  it('have synonyms for each guide in each language', () => {
    const few = shipped
      .filter(({ kind }) => kind === 'help')
      .map(readWriting)
      .filter(({ head: { synonyms } }) => new Set(synonyms).size < 4)
    expect(few.map(({ lang, slug }) => `${lang}/${slug}`)).toEqual([])
  })

  it('link to existing pages', () => {
    const paths = new Set(routes.map(({ path }) => path))
    const places = shipped
      .flatMap((each) => [...each.text.matchAll(/(?:\]\(|^to: )(\/pages[^)\n]*)/gm)])
      .map(([, place]) => place ?? '')
    expect(places).toContain('/pages/me/google')
    expect([...new Set(places)].filter((place) => !paths.has(place))).toEqual([])
  })

  it('state the rules of options', () => {
    const guide = shipped.find(({ lang, slug }) => lang === 'en' && slug === 'options')
    const text = textOf(fill(guide ? readWriting(guide).body : [], values))
    for (const said of [
      ...periods.flatMap(({ payoutBps }) => [percent(payoutBps), breakEven(payoutBps), exampleMean(payoutBps)]),
      `${(Number(EXAMPLE_STAKE) * (10_000 + (periods[0]?.payoutBps ?? 0))) / 10_000} USDT`,
      `${STALE_AFTER_MS / 1_000} seconds`,
      'Forex trades from Sunday 17:00 to Friday 17:00, New York time',
      'Metals trade from Sunday 18:00 to Friday 17:00, with a break from 17:00 to 18:00 each day',
      'closed on January 1 and December 25, and metals on Good Friday',
    ])
      expect(text).toContain(said)
    for (const { currency, max } of stakeLimits) {
      expect(text).toContain(currency)
      expect(text).toContain(Number(max).toLocaleString('en', { maximumFractionDigits: 8 }))
    }
  })

  it('state cost and expected value of every product by the rules', () => {
    const guide = shipped.find(({ lang, slug, kind }) => lang === 'en' && kind === 'help' && slug === 'costs')
    const text = textOf(fill(guide ? readWriting(guide).body : [], values))
    const spots = pairs.map(({ spreadPpm }) => -2 * SPOT_FEE_BPS * 100 - spreadPpm)
    const [spotLeast, spotMost] = [Math.max(...spots), Math.min(...spots)].map((ppm) => signed(ppm, 3))
    const { long, short } = findForexPair('EURUSD')?.swap ?? expect.fail('no EURUSD')
    const [tier, loan] = [planTiers[0], loanCycles[0]]
    const year = savingsProducts.find(({ currency, days }) => currency === 'USDT' && days === 365)
    if (!tier || !loan || !year) throw new Error('no terms')
    const term = planTerm(tier)
    const { latePpm, lateCapPpm } = loanLateness
    for (const said of [
      ...periods.map(
        ({ payoutBps }) =>
          `${exampleMean(payoutBps)} per ${EXAMPLE_STAKE} staked; break-even at ${breakEven(payoutBps)} wins`,
      ),
      `${percent(LEVER_FEE_BPS)} of the notional to open`,
      `${signed(-2 * LEVER_FEE_BPS * 100)} of the notional`,
      `${spotLeast} – ${spotMost} for a buy and a sell`,
      'EUR/USD',
      `${long} long, ${short} short`.replaceAll('-', '−'),
      `${signed(swapMean(1))} between a coin and USDT, ${signed(swapMean(2))} between coins`,
      `${signed(term.meanPpm)} per order; ${percent(PLAN_TERM_BPS)} range ${signed(term.lowPpm)} – ${signed(term.highPpm)}`,
      `+${percent(year.rateBps)} per term, ${percent(year.rateBps)} a year`,
      `${percent(loan.ratePpm / 100)} a day; overdue, ${percent(latePpm / 100)} a day, at most ${percent(lateCapPpm / 100)}`,
      `${signed(-loan.ratePpm * loan.days, 3)} if repaid on the due date`,
      `a liquidation fee of ${percent(LIQUIDATION_FEE_BPS)} of the notional`,
    ])
      expect(text).toContain(said)
  })

  it('state the rules of arbitrage', () => {
    const guide = shipped.find(({ lang, slug, kind }) => lang === 'en' && kind === 'help' && slug === 'arbitrage')
    const text = textOf(fill(guide ? readWriting(guide).body : [], values))
    for (const said of [`About ${percent(PLAN_BELOW_BPS)} of all days`, `about ${percent(PLAN_LOSING_BPS)} lose money`])
      expect(text).toContain(said)
  })

  it('state the rules of withdrawals', () => {
    const guide = shipped.find(({ lang, slug }) => lang === 'en' && slug === 'withdraw')
    const text = textOf(fill(guide ? readWriting(guide).body : [], values))
    for (const said of [
      `at least ${WITHDRAWAL_MIN_USDT} USDT`,
      `fee is ${percent(WITHDRAWAL_FEE_BPS)}`,
      `within ${WITHDRAWAL_ARRIVES_HOURS} hours`,
      `${percent(TURNOVER_BPS)} of it`,
    ])
      expect(text).toContain(said)
  })
})

describe('news content: the figures of articles', () => {
  it('are formatted for the language', () => {
    const said = (lang: 'en' | 'vn' | 'es') => figuresIn(lang, testConfig({ REVIEW_SECONDS: '7200' })).one
    expect(said('en')).toMatchObject({
      paperBalance: '10,000',
      reviewTime: '2 hours',
      photoSizeMax: `${PHOTO_BYTES_MAX / 1024 / 1024} MB`,
    })
    expect(said('vn')).toMatchObject({ paperBalance: '10.000', forexCloses: 'Thứ Sáu 17:00' })
    expect(said('es')).toMatchObject({ reviewTime: '2 horas', paperBalance: '10,000' })
  })

  it('are those of the server’s rules', () => {
    const stopOut = (RULES: string) => figuresIn('en', testConfig({ RULES })).one.stopOut
    expect([stopOut('paper'), stopOut('eu-retail')]).toEqual([stopOutBy('paper'), stopOutBy('eu-retail')].map(percent))
  })

  it('repeat a table row for each item of a list', () => {
    const [table] = fill(readMarkdown('| a | b |\n| - | - |\n| {{period.length}} | {{period.payout}} |\n'), values)
    expect(table).toMatchObject({ type: 'table', rows: { length: periods.length } })
    const rows = periods.map(({ seconds, payoutBps }) => [
      [{ text: `${seconds} seconds` }],
      [{ text: percent(payoutBps) }],
    ])
    expect(table).toMatchObject({ rows })
  })
})

describe('news content: an article', () => {
  it('is data without HTML, whatever its content', () => {
    const blocks = readMarkdown(
      '## One *two*\n\nA [guide](help/options) and **5 < 6 & 7**.\n\n> Mind.\n\n1. first\n2. second\n',
    )
    expect(blocks).toEqual([
      { type: 'heading', level: 2, words: [{ text: 'One ' }, { text: 'two', em: true }] },
      {
        type: 'paragraph',
        words: [
          { text: 'A ' },
          { text: 'guide', to: 'help/options' },
          { text: ' and ' },
          { text: '5 < 6 & 7', strong: true },
          { text: '.' },
        ],
      },
      { type: 'note', words: [{ text: 'Mind.' }] },
      { type: 'list', ordered: true, items: [[{ text: 'first' }], [{ text: 'second' }]] },
    ])
    expect(holesIn(readMarkdown('{{b}} and {{a}} and {{b}}'))).toEqual(['a', 'b'])
  })

  it.each([
    ['<script>alert(1)</script>', /html has no place/],
    ['a <b>bold</b> word', /html has no place/],
    ['[x](javascript:alert(1))', /a link leads to/],
    ['[x](http://example.org)', /a link leads to/],
    ['![A cat](https://example.org/cat.png)', /there is no drawing/],
    ['![ ](drawing:record)', /no words for those who do not see it/],
    ['words ![A chain](drawing:record) words', /image has no place/],
    ['# Too large', /level 2 or 3/],
    ['```\ncode\n```', /code has no place/],
    ['- one\n  - two', /one paragraph/],
    ['**注意：**后面', /marks are left/],
  ])('refuses %j', (body, problem) => {
    expect(problemsOf(everywhere({ body }), values, NOW)[0]).toMatch(problem)
  })

  it.each<[string, readonly Source[], RegExp]>([
    ['what is in one language alone', [source()], /news\/one: it is not there in zh, and English does not say/],
    [
      'what English stands in for, and is there',
      everywhere({ head: 'standsInFor: [zh]\n' }),
      /stands in for zh, which has its own/,
    ],
    ['a dead link', everywhere({ body: 'See [this](help/nothing).\n' }), /a dead link: help\/nothing/],
    ['a figure that there is not', everywhere({ body: '{{withdrawalFee}}\n' }), /no figure withdrawalFee/],
    [
      'a translation that is built otherwise',
      everywhere({}, { vn: 'Một.\n\nHai.\n' }),
      /vn\/news\/one\.md: its blocks are not those/,
    ],
    ['a document without a version', everywhere({ kind: 'legal' }), /has a version/],
    ['news with a version', everywhere({ head: 'version: 1\n' }), /has a version, and no other/],
    ['a banner that leads nowhere', everywhere({ kind: 'banner', body: '' }), /a banner leads to something/],
    [
      'a banner to what is not there',
      everywhere({ kind: 'banner', head: 'to: help/gone\n', body: '' }),
      /dead link: help\/gone/,
    ],
    [
      'a banner out of the app',
      everywhere({ kind: 'banner', head: 'to: https://example.org\n', body: '' }),
      /to: is no page/,
    ],
    [
      'a banner with a body',
      everywhere({ kind: 'banner', head: 'to: /pages/me/google\n' }),
      /says no more than its summary/,
    ],
    [
      'news that lead elsewhere',
      everywhere({ head: 'to: /pages/me/google\n' }),
      /a banner leads to something, and no other/,
    ],
    [
      'a banner that leads elsewhere in one language',
      everywhere({ kind: 'banner', head: 'to: /pages/me/google\n', body: '' }).map((each) =>
        each.lang === 'vn' ? { ...each, text: each.text.replace('google', 'email') } : each,
      ),
      /vn\/banner\/one\.md: its to are not those/,
    ],
    [
      'a drawing that is shown twice',
      everywhere({ head: 'picture: { drawing: plan, alt: A plan }\n', body: '![A plan](drawing:plan)\n' }),
      /the drawing plan is shown twice/,
    ],
    ['what nobody knows', everywhere({ head: 'author: Ann\n' }), /author/],
    ['a date that is none', [source({ text: '---\ntitle: a\nsummary: b\ndate: soon\n---\nx\n' })], /date: is no day/],
    ['a heading that skips a level', everywhere({ body: '### Three\n\nx\n' }), /level 3 stands below/],
  ])('is refused: %s', (_, sources, problem) => {
    expect(problemsOf(sources, values, NOW).join('\n')).toMatch(problem)
  })

  it('links to nothing dated later than itself', () => {
    const dated = (slug: string, date: string, body = 'Words.\n') =>
      everywhere({ slug, body }).map((each) => ({ ...each, text: each.text.replace('2026-01-01', date) }))
    const together = (from: string, to: string) =>
      problemsOf([...dated('one', from, '[two](news/two)\n'), ...dated('two', to)], values, NOW)
    expect(together('2026-01-01', '2026-03-01')).toContain('en/news/one.md: a dead link: news/two')
    expect(together('2026-03-01', '2026-03-01')).toEqual([])
    expect(together('2026-01-01', '2026-01-15')).toEqual([])
  })

  it('may list the languages that its English text replaces', () => {
    const others = langs.filter((lang) => lang !== 'en' && lang !== 'zh')
    const own = [source({ head: `standsInFor: [${others}]\n` }), source({ lang: 'zh' })]
    expect(problemsOf(own, values, NOW)).toEqual([])
  })

  it('leaves no figure unfilled', () => {
    const none: Figures = { one: {}, lists: {} }
    expect(() => fill(readMarkdown('{{paperBalance}}'), none)).toThrow(/no figure paperBalance/)
  })
})
