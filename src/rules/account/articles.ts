/** Kinds of article that users read: news, help guides, and legal documents. */
export const readKinds = ['news', 'help', 'legal'] as const
export type ReadKind = (typeof readKinds)[number]

/** All kinds of article: those, and banners, which only link to one. */
export const articleKinds = [...readKinds, 'banner'] as const
export type ArticleKind = (typeof articleKinds)[number]

/** The drawings that an article may show, by name. */
export const drawings = [
  'optionWindow',
  'optionOutcome',
  'record',
  'plan',
  'certificate',
  'review',
  'conditions',
  'address',
  'paper',
] as const
export type DrawingName = (typeof drawings)[number]

/** The documents that a user consents to at registration, and again when they change. */
export const agreedDocuments = ['terms', 'risks'] as const

/** The page of each document. */
export const agreedPages = { terms: '/pages/news/fwxy', risks: '/pages/news/dc' } as const satisfies Record<
  (typeof agreedDocuments)[number],
  string
>
