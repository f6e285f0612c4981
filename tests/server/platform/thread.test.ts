import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { resultOf } from '../../../server/platform/thread.ts'

const thread = (code: string) =>
  new Worker(`const { parentPort } = require('node:worker_threads')\n${code}`, { eval: true })

it('a thread has ended before its result is returned', async () => {
  const worker = thread(`parentPort.postMessage('a result'); parentPort.once('message', () => parentPort.close())`)
  const seen: string[] = []
  worker.once('exit', () => seen.push('exit'))
  const result = resultOf<string>(worker, 'a test').then((value) => seen.push(value))
  await once(worker, 'message')
  await turn()
  expect(seen).toEqual([])
  worker.postMessage('end')
  await result
  expect(seen).toEqual(['exit', 'a result'])
})

it.each([
  ['throw new Error("out of order")', 'out of order'],
  ['parentPort.unref()', 'the thread of a test ended with 0'],
  ['parentPort.postMessage(1); process.exit(3)', 'the thread of a test ended with 3'],
])('a thread that does %s has no result', async (code, message) => {
  await expect(resultOf(thread(code), 'a test')).rejects.toThrow(message)
})
