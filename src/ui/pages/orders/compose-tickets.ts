import type { Deps } from '../../app/deps.ts'

export async function compose({ orderKinds }: Deps) {
  const kinds = [...(await orderKinds())]
  const loaded = kinds.map(async ([kind, { ticket }]) => ticket && { kind, ...(await ticket()).ticket })
  return (await Promise.all(loaded)).filter((each) => each !== undefined)
}
