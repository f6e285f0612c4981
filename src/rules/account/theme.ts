/** Appearance settings: the theme, and whether red means rise. Stored in a cookie, per device. */
export type Theme = { scheme: 'system' | 'light' | 'dark'; swap: boolean }

/** All combinations. */
export const themes: readonly Theme[] = /* @__PURE__ */ (['system', 'light', 'dark'] as const).flatMap((scheme) =>
  [false, true].map((swap) => ({ scheme, swap })),
)

const COOKIE = 'look'
const YEAR_SECONDS = 31_536_000

/** Reads the settings from a `Cookie` header or from `document.cookie`, such as `look=dark.swap`. */
export function readTheme(cookies: string): Theme {
  const words = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.]*)`).exec(cookies)?.[1]?.split('.') ?? []
  const scheme = words.includes('dark') ? 'dark' : words.includes('light') ? 'light' : 'system'
  return { scheme, swap: words.includes('swap') }
}

/** The cookie with the settings, for the path that the page is in. It contains no secret, and is never sent to another site. */
export function writeTheme(theme: Theme, secure: boolean): string {
  return `${COOKIE}=${wordOf(theme)}; Max-Age=${YEAR_SECONDS}; SameSite=Strict${secure ? '; Secure' : ''}`
}

const wordOf = ({ scheme, swap }: Theme) => `${scheme}${swap ? '.swap' : ''}`

/** The name of the page with a theme in its first paint: `index.html`, or such as `index.dark.swap.html`. */
export const pageOfTheme = (theme: Theme): string =>
  themeAttributes(theme) === '' ? 'index.html' : `index.${wordOf(theme)}.html`

/** The root element's attributes for a theme, used by `styles/tokens.css`. */
export const themeAttributes = ({ scheme, swap }: Theme): string =>
  `${scheme === 'system' ? '' : ` data-theme="${scheme}"`}${swap ? ' data-swap=""' : ''}`
