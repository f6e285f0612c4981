import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { OperatorError } from '../platform/command.ts'

const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })

let asking: { typed: Interface; lines: AsyncIterator<string> } | undefined

/**
 * Asks for a line at the terminal that is not shown while it is typed. Where no terminal is, the next line of the standard input answers.
 *
 * @throws OperatorError if there is none
 */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(`${question}: `)
  if (!asking) {
    const typed = createInterface({ input: stdin, output: silent(), terminal: stdin.isTTY })
    typed.on('SIGINT', () => process.exit(1))
    asking = { typed, lines: typed[Symbol.asyncIterator]() }
  }
  const { value, done } = await asking.lines.next()
  stderr.write('\n')
  if (done) throw new OperatorError('no terminal to ask for a password')
  return value
}

/** Lets the terminal go: without it the process would wait for more to be typed. */
export const letGo = (): void => asking?.typed.close()
