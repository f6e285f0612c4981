declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: { port: number; silent: boolean; directory: string; configureBuckets: { name: string }[] })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
