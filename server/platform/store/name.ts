const NAME = /^[0-9A-Za-z_-]{16,64}$/

/** @throws Error for a name that we did not generate */
export function requireName(name: string): string {
  if (!NAME.test(name)) throw new Error('this is no name of a stored file')
  return name
}
