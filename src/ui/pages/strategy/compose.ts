import { inject } from '../../../machines/actors/call.ts'
import { trustedUrl } from '../../router/trusted-url.ts'
import workerUrl from './replay-worker.ts?worker&url'

export function compose() {
  const url = trustedUrl('replay', workerUrl)
  inject({ replayWorker: () => new Worker(url, { type: 'module' }) })
}
