/** Lower-case hex SHA-256 of a text's UTF-8 bytes. */
export type Sha256 = (text: string) => string

/** SHA-256 that works on any page: the browser's own requires https. */
export async function loadSha256(): Promise<Sha256> {
  const [{ sha256 }, { toUtf8Bytes }] = await Promise.all([import('ethers/crypto'), import('ethers/utils')])
  return (text) => sha256(toUtf8Bytes(text)).slice(2)
}
