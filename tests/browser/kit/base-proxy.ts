import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/**
 * A reverse proxy that leaves a base path in front, and knows nothing else on its host.
 *
 * @param base with a slash at both ends
 * @param to the server's port, known once it has started
 * @param pass resolves when a request of this path may go on
 */
export async function startBaseProxy(
  base: string,
  to: () => number,
  pass: (path: string) => Promise<void> = async () => {},
) {
  const isBelow = ({ url = '' }: IncomingMessage) => `${url}/`.startsWith(base)
  /** Paths outside the base path that were requested. */
  const strays: string[] = []
  const proxy = createServer(async (incoming, answer) => {
    if (!isBelow(incoming)) {
      strays.push(incoming.url ?? '')
      answer.writeHead(404).end()
      return
    }
    const { method, url = '', headers } = incoming
    await pass(url)
    const onward = request({ host: '127.0.0.1', port: to(), method, path: url, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  proxy.on('upgrade', (incoming, socket, head) => {
    if (!isBelow(incoming)) {
      strays.push(incoming.url ?? '')
      socket.destroy()
      return
    }
    const onward = connect(to(), '127.0.0.1', () => {
      const lines = [`GET ${incoming.url} HTTP/1.1`]
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${base}`,
    strays,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
