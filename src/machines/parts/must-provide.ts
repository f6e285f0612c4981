/** The body of an effect that the composition root has yet to provide: it fails at its first use, and says which one it is. */
export const mustProvide =
  (name: string, what: 'actor' | 'action' | 'guard' = 'actor') =>
  (): never => {
    throw new Error(`\`${name}\` ${what} must be provided`)
  }
