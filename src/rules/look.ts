/** How a person likes the app to look: its theme, and whether red stands for rise. Kept in a cookie, on this device. */
export type Look = { theme: 'system' | 'light' | 'dark'; swap: boolean }

/** Every look that there is. */
export const looks: readonly Look[] = /* @__PURE__ */ (['system', 'light', 'dark'] as const).flatMap((theme) =>
  [false, true].map((swap) => ({ theme, swap })),
)

const COOKIE = 'look'
const YEAR_SECONDS = 31_536_000

/** Reads a look from a `Cookie` header or from `document.cookie`, such as `look=dark.swap`. */
export function readLook(cookies: string): Look {
  const words = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.]*)`).exec(cookies)?.[1]?.split('.') ?? []
  const theme = words.includes('dark') ? 'dark' : words.includes('light') ? 'light' : 'system'
  return { theme, swap: words.includes('swap') }
}

/** The cookie that keeps a look. No secret is in it; it is never sent to another site. */
export function writeLook(look: Look, secure: boolean): string {
  return `${COOKIE}=${wordOf(look)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict${secure ? '; Secure' : ''}`
}

const wordOf = ({ theme, swap }: Look) => `${theme}${swap ? '.swap' : ''}`

/** The name of the page that is dressed in a look from its first paint: `index.html`, or such as `index.dark.swap.html`. */
export const pageOfLook = (look: Look): string =>
  lookAttributes(look) === '' ? 'index.html' : `index.${wordOf(look)}.html`

/** The attributes of the root element that dress a page in a look: what `styles/tokens.css` goes by. */
export const lookAttributes = ({ theme, swap }: Look): string =>
  `${theme === 'system' ? '' : ` data-theme="${theme}"`}${swap ? ' data-swap=""' : ''}`
