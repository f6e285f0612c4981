import { S3mini } from 's3mini'
import { requireName } from './name.ts'
import type { Store } from './store.ts'

const ANSWER_MS_MAX = 20_000

/** A bucket's location and credentials. `url` ends with the bucket's name. */
export type BucketOptions = { url: string; region: string; accessKeyId: string; secretAccessKey: string }

/** A store in an S3-compatible bucket, for several nodes. The operator creates the bucket and keeps it private. */
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
