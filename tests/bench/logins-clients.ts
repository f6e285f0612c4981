import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '../../src/api/account/user.ts'
import { quantile } from './figures.ts'
import { type Ask, client, quoteWaits } from './http-client.ts'

/** Command to the clients' process: how many try to sign in, and for how long. */
export type Question = { port: number; clients: number; ms: number }

/** Attempts answered, attempts hashed, and the 99th percentile of quote latency in ms. */
export type Answers = { tries: number; hashed: number; quoteP99: number }

let tries = 0

async function answer({ port, clients, ms }: Question): Promise<Answers> {
  const before = tries
  let hashed = 0
  let over = false
  const trying = async (ask: Ask) => {
    while (!over) {
      tries += 1
      const body = JSON.stringify({ username: `nobody${tries}`, password: 'not the password' })
      // A wrong password means it was hashed; excess attempts are refused before that.
      if ((await ask(login.path, '', body)).startsWith('HTTP/1.1 400')) hashed += 1
    }
  }
  const all = Array.from({ length: clients }, () => client(port, trying, 1))
  const looking = quoteWaits(port, () => over)
  await sleep(ms)
  over = true
  await Promise.all(all)
  return { tries: tries - before, hashed, quoteP99: quantile(await looking, 0.99) }
}

if (process.send) {
  process.on('message', async (question: Question) => {
    process.send?.(await answer(question))
  })
  process.send('ready')
}
