import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leaveOutWords, precompress } from './vite.build.ts'

/** The admin console's page, built apart from the users' app, into a folder that only the admin server serves. */
export default defineConfig({
  root: 'src/admin',
  publicDir: false,
  plugins: [leaveOutWords(), react(), precompress()],
  // The parts that it shares speak of languages whose texts the app alone has.
  define: { TEXTS: '{}' },
  build: {
    outDir: '../../dist-admin',
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
