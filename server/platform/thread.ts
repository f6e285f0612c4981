import type { Worker } from 'node:worker_threads'

/**
 * The message that a thread posts, once the thread has ended. Its connections are closed then, and none of its native code runs while the
 * caller continues or exits.
 *
 * @param name of the thread, for its error
 * @throws the thread's own error, or an Error if it ends without a message
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
