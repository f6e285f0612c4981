import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leaveOutWords, precompress } from './vite.build.ts'

/** The admin console's page, built apart from the users' app, into a folder that only the admin server serves. */
export default defineConfig({
  root: 'src/admin',
  base: './',
  publicDir: false,
  plugins: [leaveOutWords(), react(), precompress()],
  // Shared parts refer to the app's language files, which the admin console does not have.
  define: { TEXTS: '{}' },
  build: {
    outDir: '../../dist-admin',
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
