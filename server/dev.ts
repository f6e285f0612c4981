import { spawn } from 'node:child_process'
import { createServer } from 'vite'

/** Development: the server restarts on a change, and Vite serves the app, reloading, with the API behind it. */
const port = Number(process.env.PORT || 8080)
const apiPort = port + 1
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
  },
})
const vite = await createServer({
  server: {
    port,
    strictPort: true,
    host: process.env.HOST || 'localhost',
    proxy: { '/api': { target: `http://127.0.0.1:${apiPort}`, ws: true } },
  },
})
await vite.listen()
vite.printUrls()

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    server.kill('SIGTERM')
    await vite.close()
    process.exit(0)
  })
}
