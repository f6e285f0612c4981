import type { Worker } from 'node:worker_threads'

/**
 * What a thread posts, once the thread has ended: its connections are closed, and no native code of it runs any more
 * when whoever asked goes on, or ends the process.
 *
 * @param name of the thread, for its error
 * @throws the thread's own error, or an Error where it ends without a message
 */
export function resultOf<T>(worker: Worker, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: { value: T } | undefined
    worker.once('message', (value: T) => {
      result = { value }
    })
    worker.once('error', reject)
    worker.once('exit', (code) => {
      if (result && code === 0) resolve(result.value)
      else reject(new Error(`the thread of ${name} ended with ${code}`))
    })
  })
}
