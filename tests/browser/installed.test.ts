import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { langs } from '../../src/api/fields.ts'
import { bcp47 } from '../../src/ui/format.ts'
import { languageNames } from '../../src/ui/languages.ts'
import { routes } from '../../src/ui/routes.ts'
import { expect, test } from './fixtures.ts'

/** What a browser reads of the page's manifest, and what it holds against installing the app. */
async function manifestOf(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const { url, errors, data } = await cdp.send('Page.getAppManifest')
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  await cdp.detach()
  return { url, errors, installabilityErrors, manifest: JSON.parse(data ?? 'null') }
}

test.describe('the app can be installed', () => {
  test('as the browser itself says, in each language, with icons that are there and shortcuts that lead to pages', async ({
    server,
    launchOptions,
  }) => {
    // A browser installs nothing for a visit that it is to forget, as all others of these tests are.
    const profile = mkdtempSync(join(tmpdir(), 'quoin-profile-'))
    const device = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: server.url })
    const page = await device.newPage()
    for (const lang of langs) {
      await page.goto('/#/pages/me/language')
      await page.getByRole('radio', { name: languageNames[lang] }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
      const { url, errors, installabilityErrors, manifest } = await manifestOf(page)
      expect({ errors, installabilityErrors }).toEqual({ errors: [], installabilityErrors: [] })
      expect(url).toMatch(new RegExp(`/manifest\\.${lang}\\.webmanifest$`))
      expect(manifest).toMatchObject({ id: '/', start_url: '/', lang: bcp47(lang), display: 'standalone' })
    }
    const { manifest } = await manifestOf(page)
    const icons: { src: string; sizes: string; purpose: string }[] = [
      ...manifest.icons,
      ...manifest.shortcuts.flatMap(({ icons }: { icons: unknown[] }) => icons),
    ]
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toContain('512x512 maskable')
    for (const { src, sizes } of icons) {
      const edges = await page.evaluate(async (url) => {
        const { width, height } = await createImageBitmap(await (await fetch(url)).blob())
        return `${width}x${height}`
      }, src)
      expect(edges, src).toBe(sizes)
    }
    const places = manifest.shortcuts.map(({ url }: { url: string }) => url.replace('/#', ''))
    expect(places).toHaveLength(3)
    for (const place of places) expect(routes.map(({ path }) => path)).toContain(place)
    await device.close()
    rmSync(profile, { recursive: true, force: true })
  })
})
