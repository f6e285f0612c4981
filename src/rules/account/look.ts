/** Appearance settings: the theme, and whether red means rise. Stored in a cookie, per device. */
export type Look = { theme: 'system' | 'light' | 'dark'; swap: boolean }

/** All combinations. */
export const looks: readonly Look[] = /* @__PURE__ */ (['system', 'light', 'dark'] as const).flatMap((theme) =>
  [false, true].map((swap) => ({ theme, swap })),
)

const COOKIE = 'look'
const YEAR_SECONDS = 31_536_000

/** Reads the settings from a `Cookie` header or from `document.cookie`, such as `look=dark.swap`. */
export function readLook(cookies: string): Look {
  const words = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.]*)`).exec(cookies)?.[1]?.split('.') ?? []
  const theme = words.includes('dark') ? 'dark' : words.includes('light') ? 'light' : 'system'
  return { theme, swap: words.includes('swap') }
}

/** The cookie with the settings. It contains no secret, and is never sent to another site. */
export function writeLook(look: Look, secure: boolean): string {
  return `${COOKIE}=${wordOf(look)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict${secure ? '; Secure' : ''}`
}

const wordOf = ({ theme, swap }: Look) => `${theme}${swap ? '.swap' : ''}`

/** The name of the page with a theme in its first paint: `index.html`, or such as `index.dark.swap.html`. */
export const pageOfLook = (look: Look): string =>
  lookAttributes(look) === '' ? 'index.html' : `index.${wordOf(look)}.html`

/** The root element's attributes for a theme, used by `styles/tokens.css`. */
export const lookAttributes = ({ theme, swap }: Look): string =>
  `${theme === 'system' ? '' : ` data-theme="${theme}"`}${swap ? ' data-swap=""' : ''}`
