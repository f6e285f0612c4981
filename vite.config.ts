import { hash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { dressPages, leaveOutWords, paintFirst, precompress, preloadTheRest } from './vite.build.ts'
import { manifests, serviceWorker } from './vite.install.ts'
import { texts } from './vite.texts.ts'

const shortHash = (path: string) => hash('sha256', path, 'base64url').slice(0, 5)

export default defineConfig({
  // One build serves below any path.
  base: './',
  plugins: [
    leaveOutWords(),
    react(),
    paintFirst(),
    preloadTheRest(),
    texts(),
    manifests(),
    dressPages(),
    serviceWorker(),
    precompress(),
  ],
  // RxJS ships its classes as classes under this condition, and as functions with helpers otherwise.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  // Without the line that they stand in: a name is in the scripts too, and a number cannot be compressed.
  css: {
    modules: { generateScopedName: (name, file) => `_${name}_${shortHash(relative(import.meta.dirname, file))}` },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    // A data URL in a style or a script would need a wider content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first chunk lists all later ones: names beside their hashes would add a hundred words to it.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Packages of the first screen, which a release of ours leaves unchanged.
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            // The app and its most common first page, with all their own modules.
            { name: 'first', test: /src\/(app|ui\/pages\/home\/home)\.tsx$/ },
            // Modules shared by several pages, packages included, in one file instead of a dozen that the first chunk would list.
            // The dialog, the chart and modules of single pages load on demand.
            {
              name: 'shared',
              test: /node_modules\/rxjs|src\/(api|rules|streams|machines\/(actors\/)?(orders|trade)|ui\/(?!chart|pages|preview|parts\/sheet)|ui\/pages\/(orders|wallet))/,
              minShareCount: 2,
            },
            // Modules shared by forms, in one file too.
            {
              name: 'forms',
              test: /src\/(machines\/(parts|actors\/(prove|user))|ui\/pages\/(session\/(code-field|connect-wallet|countries|target-fields|use-look-around)|security\/(authenticator-field|proof-fields)))/,
              minShareCount: 2,
            },
            // Each kind's part of the common order lists, then its cards.
            { name: 'kinds', test: /src\/ui\/pages\/\w+\/order\.ts$/ },
            { name: 'cards', test: /src\/ui\/pages\/\w+\/cards\.tsx$/ },
            // All articles' pages, with their composition.
            {
              name: 'news',
              test: /src\/(ui\/pages\/news\/(?!noun|part)|machines\/actors\/news|ui\/pages\/news\/search)/,
            },
            // A noun with all pages in one chunk includes their composition: the first chunk lists every chunk.
            ...['loan', 'plan', 'strategy'].map((name) => ({
              name,
              test: new RegExp(`src/ui/pages/${name}/(?!noun|part|cause)`),
            })),
            // Loaded after the first screen, whatever page comes next.
            {
              name: 'later',
              test: /src\/ui\/((news|wrong-chain)\.tsx|update\/|pages\/inbox\/(compose|bell|later-bell))/,
            },
          ],
        },
      },
    },
  },
})
