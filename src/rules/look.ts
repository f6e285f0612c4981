/** How a person likes the app to look: its theme, and whether red stands for rise. Kept in a cookie, on this device. */
export type Look = { theme: 'system' | 'light' | 'dark'; swap: boolean }

const COOKIE = 'look'
const YEAR_SECONDS = 31_536_000

/** Reads a look from a `Cookie` header or from `document.cookie`, such as `look=dark.swap`. */
export function readLook(cookies: string): Look {
  const words = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.]*)`).exec(cookies)?.[1]?.split('.') ?? []
  const theme = words.includes('dark') ? 'dark' : words.includes('light') ? 'light' : 'system'
  return { theme, swap: words.includes('swap') }
}

/** The cookie that keeps a look. No secret is in it; it is never sent to another site. */
export function writeLook({ theme, swap }: Look, secure: boolean): string {
  const value = `${theme}${swap ? '.swap' : ''}`
  return `${COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict${secure ? '; Secure' : ''}`
}

/** The attributes of the root element that dress a page in a look: what `styles/tokens.css` goes by. */
export const lookAttributes = ({ theme, swap }: Look): string =>
  `${theme === 'system' ? '' : ` data-theme="${theme}"`}${swap ? ' data-swap=""' : ''}`
