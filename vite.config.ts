import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', sourcemap: false, modulePreload: { polyfill: false } },
  test: {
    projects: [
      { extends: true, test: { name: 'tidy', include: ['tests/tidy.test.ts'] } },
      { extends: true, test: { name: 'unit', include: ['tests/{rules,models,streams,api}/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'server', include: ['tests/server/**/*.test.ts'], testTimeout: 20_000 } },
    ],
  },
})
