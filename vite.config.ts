/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { dressPages, paintFirst, precompress } from './vite.build.ts'
import { manifests, serviceWorker } from './vite.install.ts'

export default defineConfig({
  plugins: [react(), paintFirst(), manifests(), dressPages(), serviceWorker(), precompress()],
  // RxJS ships its classes as classes under this condition, and as functions with helpers otherwise.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // A data URL in a style or a script would need a wider content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first screen needs of packages: no release of ours changes it.
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            // The app and the page that most people open first, with all that they need of ours.
            { name: 'first', test: /src\/(app|ui\/pages\/home\/home)\.tsx$/ },
            // What several other pages share, in one file, and not in a dozen small ones. The dialog, the chart and what
            // belongs to single pages come when they are needed.
            {
              name: 'shared',
              test: /src\/(api|rules|streams|ui\/(?!chart|pages|preview|parts\/sheet))/,
              minShareCount: 2,
            },
            // Two chunks per language: what the first screen says, and what the pages and messages say.
            {
              name: (id: string) => `${/first.json$/.test(id) ? 'lang' : 'pages'}-${/locales\/(\w+)\//.exec(id)?.[1]}`,
              test: /locales\/(?!en\/first)\w+\/\w+\.json/,
              debugName: 'lang',
            },
          ],
        },
      },
    },
  },
  test: {
    // The tests of the server's process wait more than they compute.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      { extends: true, test: { name: 'tidy', include: ['tests/tidy.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'unit',
          testTimeout: 20_000,
          include: ['tests/{rules,models,machines,streams,api,chart,ui}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,simulation}/**/*.test.ts'],
          testTimeout: 30_000,
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
