/** What is read: news, guides of the help centre, and documents that bind. */
export const readKinds = ['news', 'help', 'legal'] as const
export type ReadKind = (typeof readKinds)[number]

/** What articles there are: those, and banners, which say one thing and lead to it. */
export const articleKinds = [...readKinds, 'banner'] as const
export type ArticleKind = (typeof articleKinds)[number]

/** The drawings that an article may show: the app has one of each name. */
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

/** The documents to which an account agrees when it is opened, and again when they change. */
export const agreedDocuments = ['terms', 'risks'] as const

/** Where the app shows each of them. */
export const agreedPages = { terms: '/pages/news/fwxy', risks: '/pages/news/dc' } as const satisfies Record<
  (typeof agreedDocuments)[number],
  string
>
