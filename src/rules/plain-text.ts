/** Control characters but line breaks, and characters that reorder the text around them or break lines unseen. */
const UNSEEN = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** Whether a text shows all that it holds, in the order in which it holds it. Line breaks (`\n`) are text. */
export const isPlain = (text: string): boolean => text.search(UNSEEN) < 0

/** The same on one line. */
export const isPlainLine = (text: string): boolean => isPlain(text) && !text.includes('\n')

/** A text as typed or pasted, without what cannot be seen: line ends of every system become `\n`, tabs become spaces. */
export const plainOf = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(UNSEEN, '')

/** The same on one line, as it is printed: `·` stands for each character that is left out. */
export const printable = (text: string): string => text.replaceAll('\n', '·').replace(UNSEEN, '·')
