import { S3mini } from 's3mini'
import { requireName } from './name.ts'
import type { Store } from './store.ts'

const ANSWER_MS_MAX = 20_000

/** Where a bucket is, and who may use it. `url` ends with the bucket's name. */
export type BucketOptions = { url: string; region: string; accessKeyId: string; secretAccessKey: string }

/** A store in a bucket of anything that speaks S3, for several nodes. The bucket is private, and made by its owner. */
export function bucketStore(options: BucketOptions): Store & { isThere(): Promise<boolean> } {
  const { url, ...rest } = options
  const bucket = new S3mini({ endpoint: url, requestAbortTimeout: ANSWER_MS_MAX, ...rest })
  return {
    isThere: () => bucket.bucketExists(),
    async put(name, bytes) {
      await bucket.putObject(requireName(name), bytes)
    },
    async get(name) {
      const bytes = await bucket.getObjectArrayBuffer(requireName(name))
      return bytes === null ? undefined : new Uint8Array(bytes)
    },
    async remove(name) {
      await bucket.deleteObject(requireName(name))
    },
  }
}
