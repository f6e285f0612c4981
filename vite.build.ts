import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { pageOfTheme, themeAttributes, themes } from './src/rules/account/theme.ts'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|webmanifest)$/
/** Below this many bytes a compressed answer is not smaller by anything that counts. */
const COMPRESS_BYTES_MIN = 512

const SAID = /\b(?:description|summary):\s*(?:'[^'\n]*'|"[^"\n]*"),?/g

/** Removes descriptions of machines and calls, which only the generated documents need. */
export function leaveOutWords(): Plugin {
  return {
    name: 'leave-out-words',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: /\/src\/(?:machines|api)\/[^?]*\.ts$/ }, handler: (code) => code.replace(SAID, '') },
  }
}

/** Removes the page's initial files from the preload lists of later chunks: they are loaded already, and each list would repeat them. */
export function preloadTheRest(): Plugin {
  const first = new Set<string>()
  return {
    name: 'preload-the-rest',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, names, { hostType }) =>
            hostType === 'html' ? names : names.filter((name) => !first.has(name)),
        },
      },
    }),
    generateBundle(_, bundle) {
      const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
      for (const { fileName } of entries) first.add(fileName)
      for (const name of first) {
        const file = bundle[name]
        if (file?.type === 'chunk') for (const needed of file.imports) first.add(needed)
      }
    },
  }
}

/** Writes a copy of `index.html` for each theme; the server sends the one of the cookie. */
export function dressPages(): Plugin {
  return {
    name: 'dress-pages',
    apply: 'build',
    writeBundle: {
      async handler({ dir = '' }) {
        const page = await readFile(join(dir, 'index.html'), 'utf8')
        for (const theme of themes)
          await writeFile(join(dir, pageOfTheme(theme)), page.replace('<html', `<html${themeAttributes(theme)}`))
      },
    },
  }
}

/** Writes each text file of the build once more as `.br` and `.gz`, so that the server compresses nothing itself. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      async handler() {
        // A build that failed before has its own error, which this one would hide.
        if (!existsSync(folder)) return
        const names = await readdir(folder, { recursive: true })
        await Promise.all(
          names
            .filter((name) => COMPRESSIBLE.test(name))
            .map(async (name) => {
              const path = join(folder, name)
              const bytes = await readFile(path)
              if (bytes.length < COMPRESS_BYTES_MIN) return
              const params = {
                [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
                [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
              }
              await writeFile(`${path}.br`, await brotli(bytes, { params }))
              await writeFile(`${path}.gz`, await gz(bytes, { level: 9 }))
            }),
        )
      },
    },
  }
}

/**
 * Moves the style sheets behind the static shell, which carries its own styles: a style sheet in the head would hold the
 * first paint back. The app's script still waits for them, so that nothing is drawn without its style.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets: string[] = []
        const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
          sheets.push(sheet)
          return ''
        })
        return rest.replace('</body>', `${sheets.join('')}\n  </body>`)
      },
    },
  }
}
