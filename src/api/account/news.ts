import * as v from 'valibot'
import { articleKinds, drawings, readKinds } from '../../rules/account/articles.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'

export const kind = v.picklist(articleKinds)

/** The name of an article within its kind: the same in every language. */
const slug = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,63}$/))

/** A picture: one of the app's own drawings, with its description. */
const drawing = v.object({ name: v.picklist(drawings), alt: v.string() })

/** A stretch of text. `to`: a place of the app, or an address that begins with `https://`. */
const run = v.object({
  text: v.string(),
  strong: v.optional(v.literal(true)),
  em: v.optional(v.literal(true)),
  to: v.optional(v.string()),
})
export type Run = v.InferOutput<typeof run>
const words = v.array(run)

/** A piece of an article. It contains no HTML: the view creates the elements. */
const block = v.variant('type', [
  v.object({ type: v.literal('heading'), level: v.picklist([2, 3]), words }),
  v.object({ type: v.literal('paragraph'), words }),
  v.object({ type: v.literal('note'), words }),
  v.object({ type: v.literal('list'), ordered: v.boolean(), items: v.array(words) }),
  v.object({ type: v.literal('table'), head: v.array(words), rows: v.array(v.array(words)) }),
  v.object({ type: v.literal('drawing'), ...drawing.entries }),
])
export type Block = v.InferOutput<typeof block>

const headline = {
  kind,
  slug,
  title: v.string(),
  summary: v.string(),
  /** The time from which it is shown; of a document, from which it is in force. */
  date: f.seconds,
  pinned: v.boolean(),
  /** Its language: English, if the article lets English replace the requested one. */
  lang: f.lang,
  /** Of a document that users consent to; null for others. */
  version: v.nullable(v.number()),
  picture: v.nullable(drawing),
  /** The target of a banner: a place of the app, or an article as `kind/slug`; null for other kinds. */
  to: v.nullable(v.string()),
}

/** An article as a list shows it. */
const listed = v.object({
  ...headline,
  /** Its whole text without marks, if requested; otherwise empty. */
  text: v.string(),
  /** Other words for its subject, for a search. */
  synonyms: v.array(v.string()),
})
export type ListedArticle = v.InferOutput<typeof listed>

const article = v.object({
  ...headline,
  /** SHA-256 of its content, which a consent to a document names. */
  hash: f.hash,
  body: v.array(block),
})
export type Article = v.InferOutput<typeof article>

export const listNews = defineCall({
  method: 'POST',
  path: 'news/list',
  compressed: true,
  summary: 'News, guides, documents or banners in the user’s language, pinned first, then newest first.',
  input: v.object({
    kind: v.optional(kind, 'news'),
    /** Only articles after this one: the cursor of the next page. */
    after: v.optional(slug),
    limit: v.optional(f.count(1, 50), 20),
    /** `1`: with the whole text of each, for a search. */
    texts: v.optional(v.picklist(['0', '1']), '0'),
  }),
  output: v.object({ articles: v.array(listed), more: v.boolean() }),
})

export const newsDetail = defineCall({
  method: 'POST',
  path: 'news/detail',
  compressed: true,
  summary: 'One article in the user’s language.',
  input: v.object({ kind: v.optional(v.picklist(readKinds), 'news'), slug }),
  output: article,
})

/**
 * The contacts that the operator has configured; null if not set. `usualSeconds`: the usual response time in the conversation (`chat/list`)
 * or to the form (`chat/write`); null with too few answers.
 */
const contact = v.object({
  email: v.nullable(v.string()),
  url: v.nullable(v.string()),
  usualSeconds: v.nullable(v.number()),
})
export type Contact = v.InferOutput<typeof contact>

export const getKf = defineCall({
  path: 'news/getkf',
  token: true,
  summary: 'How to reach customer service.',
  input: f.nothing,
  output: contact,
})

export const contactService = defineCall({
  path: 'news/contact',
  ours: true,
  summary: 'How to reach customer service without signing in.',
  input: f.nothing,
  output: contact,
})

export const agreedText = defineCall({
  path: 'news/agreed',
  ours: true,
  compressed: true,
  summary: 'A document by its hash, exactly as users agreed to it, in the language in which it was shown.',
  input: v.object({ hash: f.hash }),
  output: v.object({
    slug,
    version: v.number(),
    lang: f.lang,
    title: v.string(),
    body: v.array(block),
    /** Whether it is the version in force. */
    inForce: v.boolean(),
  }),
})
export type AgreedText = v.InferOutput<typeof agreedText.output>

/** A document awaiting consent. */
const due = v.object({
  slug,
  title: v.string(),
  version: v.number(),
  hash: f.hash,
  date: f.seconds,
  before: v.boolean(),
})
export type DueDocument = v.InferOutput<typeof due>

export const dueDocuments = defineCall({
  path: 'news/due',
  token: true,
  ours: true,
  summary:
    'The documents in force whose version the user has not agreed to yet. `before`: the user agreed to an earlier version.',
  input: f.nothing,
  output: v.array(due),
})

export const agree = defineCall({
  method: 'POST',
  path: 'news/agree',
  token: true,
  ours: true,
  summary:
    'Records the user’s consent to a document as shown, with its version, hash and time. A repeated consent keeps the first time.',
  input: v.object({ slug, hash: f.hash }),
  output: v.object({ slug, version: v.number(), at: f.seconds }),
})
