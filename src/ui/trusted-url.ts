declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown }
    }
  }
}

/**
 * A script of ours, as a page may name it whose policy trusts no text. It is called once for each.
 *
 * @param policy its own name, which the server allows: such a policy knows this one script
 */
export const trustedUrl = (policy: string, url: string): string =>
  (window.trustedTypes?.createPolicy(policy, { createScriptURL: () => url }).createScriptURL('') ?? url) as string
