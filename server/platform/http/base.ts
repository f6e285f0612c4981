/**
 * The path below which the app is on its host, with a slash at both ends: `/`, or `/quoin/` for PUBLIC_URL `https://example.org/quoin`.
 *
 * @param publicUrl PUBLIC_URL or ADMIN_URL; without it the app is at the root
 */
export function basePathOf(publicUrl: string | undefined): string {
  const path = publicUrl === undefined ? '/' : new URL(publicUrl).pathname
  return path.endsWith('/') ? path : `${path}/`
}

/** The full URL of a place in the app, such as `#/pages/me/index`. */
export const appUrl = (publicUrl: string, place: string): string =>
  new URL(basePathOf(publicUrl) + place, publicUrl).href

/**
 * A request's URL without the base path, so that a proxy may leave the path in front or take it away.
 *
 * @param base as `basePathOf` returns it
 */
export const withoutBase = (url: string, base: string): string =>
  url.startsWith(base) ? url.slice(base.length - 1) : url
