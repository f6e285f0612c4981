/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { dressPages, paintFirst, precompress, preloadPage } from './vite.build.ts'
import { manifests } from './vite.install.ts'

export default defineConfig({
  plugins: [
    react(),
    preloadPage('/src/ui/pages/home/home.tsx'),
    paintFirst(),
    manifests(),
    dressPages(),
    precompress(),
  ],
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
            // What every page needs, and no release of ours changes.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-i18next|i18next|rxjs|valibot|wouter|regexparam|xstate|@xstate)\//,
            },
            // What several pages share, in one file, and not in a dozen small ones. The dialog, the chart and what
            // belongs to single pages come when they are needed.
            {
              name: 'shared',
              test: /src\/(api|rules|streams|ui\/(?!chart|pages|preview|parts\/sheet))/,
              minShareCount: 2,
            },
            // One chunk per language: its two catalogues come together.
            {
              name: (id: string) => `lang-${/locales\/(\w+)\//.exec(id)?.[1]}`,
              test: /locales\/(?!en)\w+\/\w+\.json/,
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
        test: { name: 'unit', include: ['tests/{rules,models,machines,streams,api,chart,ui}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          testTimeout: 30_000,
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
