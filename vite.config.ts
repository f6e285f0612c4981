import { hash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { dressPages, leaveOutWords, paintFirst, precompress, preloadTheRest } from './vite.build.ts'
import { manifests, serviceWorker } from './vite.install.ts'
import { texts } from './vite.texts.ts'

const shortHash = (path: string) => hash('sha256', path, 'base64url').slice(0, 5)

export default defineConfig({
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
        // The first chunk names each that comes later: what they are called beside their hash would be a hundred words in it.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What the first screen needs of packages: no release of ours changes it.
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            // The app and the page that most people open first, with all that they need of ours.
            { name: 'first', test: /src\/(app|ui\/pages\/home\/home)\.tsx$/ },
            // What several other pages share, packages too, in one file, and not in a dozen small ones, each of them named
            // in the first. The dialog, the chart and what belongs to single pages come when they are needed.
            {
              name: 'shared',
              test: /node_modules\/rxjs|src\/(api|rules|streams|machines\/(actors\/)?(orders|trade)|ui\/(?!chart|pages|preview|parts\/sheet)|ui\/pages\/(orders|wallet))/,
              minShareCount: 2,
            },
            // What forms share, in one file too.
            {
              name: 'forms',
              test: /src\/(machines\/(parts|actors\/(prove|user))|ui\/pages\/(session\/(code-field|connect-wallet|countries|target-fields|use-look-around)|security\/(authenticator-field|proof-fields)))/,
              minShareCount: 2,
            },
            // What each kind of order brings to the lists, and then its cards.
            { name: 'kinds', test: /src\/ui\/pages\/\w+\/order\.ts$/ },
            { name: 'cards', test: /src\/ui\/pages\/\w+\/cards\.tsx$/ },
            // All that there is to read, with what composes it.
            {
              name: 'news',
              test: /src\/(ui\/pages\/news\/(?!noun|part)|machines\/actors\/news|ui\/pages\/news\/search)/,
            },
            // Where all pages of a noun are one chunk, what composes them comes with it: each chunk is a name in the first.
            ...['loan', 'plan', 'strategy'].map((name) => ({
              name,
              test: new RegExp(`src/ui/pages/${name}/(?!noun|part|cause)`),
            })),
            // What is loaded once the first screen stands, whatever page comes next.
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
