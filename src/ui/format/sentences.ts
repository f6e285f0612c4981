import type { Lang } from '../../api/wire/first-fields.ts'

const unspaced: readonly Lang[] = ['zh', 'hk', 'jp']

/** What stands between two sentences of a paragraph: nothing after a full-width full stop, which has its own space. */
export const betweenSentences = (lang: Lang): string => (unspaced.includes(lang) ? '' : ' ')
