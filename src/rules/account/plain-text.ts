/** Control characters except line breaks, bidirectional controls, and invisible line breaks. */
const UNSEEN = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** Whether a text shows everything it contains, in its order. Line breaks (`\n`) are allowed. */
export const isPlain = (text: string): boolean => text.search(UNSEEN) < 0

/** The same on one line. */
export const isPlainLine = (text: string): boolean => isPlain(text) && !text.includes('\n')

/** Normalises typed or pasted text: line ends of every system become `\n`, tabs become spaces, invisible characters are removed. */
export const plainOf = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(UNSEEN, '')

/** The same on one line, for printing: `·` replaces each removed character. */
export const printable = (text: string): string => text.replaceAll('\n', '·').replace(UNSEEN, '·')
