import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { readConfig } from './platform/config.ts'

/**
 * Development: Vite serves the app on PORT, reloading, and hands the calls and the socket on to the server, which
 * restarts when its code changes and listens on the port above.
 */
const { PORT: port, HOST: host } = readConfig(process.env)
const apiPort = port + 1
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  // Its own URL would only confuse: the one to open is Vite's.
  stdio: ['inherit', 'ignore', 'inherit'],
  env: { ...process.env, NODE_ENV: 'development', PORT: String(apiPort), HOST: '127.0.0.1' },
})
process.on('exit', () => server.kill('SIGTERM'))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))

const vite = await createServer({
  server: { port, strictPort: true, host, proxy: { '/api': { target: `http://127.0.0.1:${apiPort}`, ws: true } } },
})
await vite.listen()
vite.printUrls()
