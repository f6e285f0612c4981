import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Network faults of a connection.
 *
 * - `cutRequest`: it breaks after this many bytes from the client
 * - `cutAnswer`: all of the client's bytes arrive, and it breaks after this many bytes from the server
 * - `hold`: the client's bytes wait until `release`
 * - `silent`: from `silence` on nothing is transferred in either direction, and the connection stays open
 * - `slow`: the client gets this many bytes a second
 */
export type Weather =
  | { kind: 'fair' }
  | { kind: 'cutRequest'; after: number }
  | { kind: 'cutAnswer'; after: number }
  | { kind: 'hold' }
  | { kind: 'silent' }
  | { kind: 'slow'; bytesPerSecond: number }

export type TestProxy = {
  port: number
  /** The fault of new connections. */
  weather: Weather
  /** Releases held bytes, newest first. */
  release(): void
  /** Makes the silent connections half-open: both sides consider the other one connected. */
  silence(): void
  close(): Promise<void>
}

const SLICE_MS = 50

/** A TCP proxy before a server on this machine: a test's connections go through it, with faults of its choice. */
export async function startProxy(target: number): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  let held: (() => void)[] = []
  let silent: (() => void)[] = []
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    const both = [client, upstream]
    const cut = () => {
      for (const socket of both) socket.destroy()
    }
    for (const socket of both) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => sockets.delete(socket))
    }
    const forward = (from: Socket, to: Socket) => {
      from.on('data', (data) => to.write(data))
      from.on('end', () => to.end())
    }
    const { weather } = proxy
    switch (weather.kind) {
      case 'cutRequest':
        forward(upstream, client)
        return forwardUpTo(weather.after, client, upstream, cut)
      case 'cutAnswer':
        forward(client, upstream)
        return forwardUpTo(weather.after, upstream, client, cut)
      case 'hold':
        client.pause()
        held.push(() => client.resume())
        break
      case 'silent':
        silent.push(() => {
          for (const socket of both) socket.removeAllListeners('data').removeAllListeners('end').resume()
        })
        break
      case 'slow':
        forward(client, upstream)
        return forwardSlowly(upstream, client, weather.bytesPerSecond)
    }
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: TestProxy = {
    port: (server.address() as AddressInfo).port,
    weather: { kind: 'fair' },
    release: () => {
      for (const go of held.splice(0).reverse()) go()
    },
    silence: () => {
      for (const go of silent.splice(0)) go()
    },
    close: async () => {
      held = []
      silent = []
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}

/** The last forwarded byte has arrived before the connection breaks. */
function forwardUpTo(bytes: number, from: Socket, to: Socket, cut: () => void): void {
  let left = bytes
  from.on('data', (data: Buffer) => {
    if (left < 0) return
    const part = data.subarray(0, left)
    left -= data.length
    if (left > 0) to.write(part)
    else {
      left = -1
      to.write(part, () => setTimeout(cut, 10))
    }
  })
  from.on('end', () => to.end())
}

function forwardSlowly(from: Socket, to: Socket, bytesPerSecond: number): void {
  const slice = Math.max(1, Math.round((bytesPerSecond * SLICE_MS) / 1000))
  from.pause()
  const timer = setInterval(() => {
    const data: Buffer | null = from.read(slice) ?? from.read()
    if (data) to.write(data)
  }, SLICE_MS)
  from.on('end', () => to.end())
  for (const socket of [from, to]) socket.on('close', () => clearInterval(timer))
}
