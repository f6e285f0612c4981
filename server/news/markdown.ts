import { lexer, type Token, type Tokens } from 'marked'
import type { Block, Run } from '../../src/api/account/news.ts'
import { type DrawingName, drawings } from '../../src/rules/account/articles.ts'

/** An error in an article, or something that it may not contain, in one line. */
export class MarkdownError extends Error {}

/**
 * Parses Markdown to blocks of data: headings of two levels, paragraphs, notes (`> …`), lists of one level, tables, and our own drawings
 * (`![What it shows](drawing:record)`). Other pictures and HTML are not allowed.
 *
 * @throws MarkdownError for anything else
 */
export function readMarkdown(text: string): Block[] {
  return lexer(text).flatMap((token) => blockOf(token) ?? [])
}

function blockOf(token: Token): Block | undefined {
  switch (token.type) {
    case 'space':
      return undefined
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      if (depth !== 2 && depth !== 3) throw new MarkdownError(`a heading is of level 2 or 3: ${token.raw.trim()}`)
      return { type: 'heading', level: depth, words: runsOf(tokens) }
    }
    case 'paragraph': {
      const { tokens } = token as Tokens.Paragraph
      const [first] = tokens
      return tokens.length === 1 && first?.type === 'image'
        ? drawingOf(first as Tokens.Image)
        : { type: 'paragraph', words: runsOf(tokens) }
    }
    case 'blockquote':
      return { type: 'note', words: onlyParagraph((token as Tokens.Blockquote).tokens, 'a note') }
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return { type: 'list', ordered, items: items.map(({ tokens }) => onlyParagraph(tokens, 'an item of a list')) }
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cell = ({ tokens }: Tokens.TableCell) => runsOf(tokens)
      return { type: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) }
    }
    default:
      throw new MarkdownError(`${token.type} has no place in an article: ${token.raw.trim().slice(0, 60)}`)
  }
}

function onlyParagraph(tokens: readonly Token[], what: string): Run[] {
  const [only, ...more] = tokens.filter(({ type }) => type !== 'space')
  if (more.length > 0 || !(only?.type === 'text' || only?.type === 'paragraph')) {
    throw new MarkdownError(
      `${what} is one paragraph: ${tokens
        .map(({ raw }) => raw)
        .join('')
        .trim()
        .slice(0, 60)}`,
    )
  }
  return runsOf((only as Tokens.Text).tokens ?? [])
}

function drawingOf({ href, text }: Tokens.Image): Block {
  const name = /^drawing:(.+)$/.exec(href)?.[1]
  if (name === undefined || !isDrawing(name)) throw new MarkdownError(`there is no drawing ${href}`)
  if (text.trim() === '') throw new MarkdownError(`the drawing ${name} has no words for those who do not see it`)
  return { type: 'drawing', name, alt: text.trim() }
}

const isDrawing = (name: string): name is DrawingName => drawings.some((drawing) => drawing === name)

type Style = Omit<Run, 'text'>

function runsOf(tokens: readonly Token[], style: Style = {}): Run[] {
  return joined(
    tokens.flatMap((token): Run[] => {
      switch (token.type) {
        case 'text':
        case 'escape': {
          const { tokens: inner, text } = token as Tokens.Text
          if (inner) return runsOf(inner, style)
          const left = /\*\*|__|\]\(|<\/?\w/.exec(text)
          if (left) throw new MarkdownError(`marks are left in the text, ${left[0]}: ${text.slice(0, 60)}`)
          // A line break in the file is none on the page.
          return [{ text: text.replace(/\s*\n\s*/g, ' '), ...style }]
        }
        case 'strong':
          return runsOf((token as Tokens.Strong).tokens, { ...style, strong: true })
        case 'em':
          return runsOf((token as Tokens.Em).tokens, { ...style, em: true })
        case 'link': {
          const { href, tokens: inner } = token as Tokens.Link
          if (!/^(https:\/\/|\/pages\/|[a-z]+\/[a-z0-9-]+$)/.test(href)) {
            throw new MarkdownError(`a link leads to https://, to a page or to kind/slug: ${href}`)
          }
          return runsOf(inner, { ...style, to: href })
        }
        default:
          throw new MarkdownError(`${token.type} has no place in a text: ${token.raw.slice(0, 60)}`)
      }
    }),
  )
}

/** Merges adjacent runs of one style. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const run of runs) {
    const last = all.at(-1)
    const isAlike = last && last.strong === run.strong && last.em === run.em && last.to === run.to
    if (isAlike) last.text += run.text
    else all.push({ ...run })
  }
  return all
}

/** The runs of text in a block, line by line. */
export function linesOf(block: Block): readonly (readonly Run[])[] {
  switch (block.type) {
    case 'list':
      return block.items
    case 'table':
      return [block.head, ...block.rows].flat()
    case 'drawing':
      return []
    default:
      return [block.words]
  }
}

/** The plain text of blocks. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(linesOf)
    .map((runs) => runs.map(({ text }) => text).join(''))
    .join('\n')
