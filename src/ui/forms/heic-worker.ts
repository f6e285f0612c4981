import createDecoder from 'libheif-js/libheif/libheif.js'

/** Decodes one HEIC photograph in a worker, upright. The library has no types for the part that is used. */
type Picture = {
  get_width(): number
  get_height(): number
  display(into: ImageData, done: (pixels: ImageData | null) => void): void
}
type Library = { HeifDecoder: new () => { decode(bytes: Uint8Array): Picture[] } }

async function decoded(file: File): Promise<ImageData | null> {
  const { HeifDecoder } = (createDecoder as unknown as () => Library)()
  const [picture] = new HeifDecoder().decode(new Uint8Array(await file.arrayBuffer()))
  if (!picture) return null
  const pixels = new ImageData(picture.get_width(), picture.get_height())
  return new Promise((resolve) => picture.display(pixels, resolve))
}

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  const pixels = await decoded(data).catch(() => null)
  postMessage(pixels, pixels ? { transfer: [pixels.data.buffer] } : {})
})
