declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown }
    }
  }
}

/**
 * A trusted URL of our own script, under a policy that forbids strings. Called once for each.
 *
 * @param policy the policy's name, which the server allows: each policy has one script
 */
export const trustedUrl = (policy: string, url: string): string =>
  (window.trustedTypes?.createPolicy(policy, { createScriptURL: () => url }).createScriptURL('') ?? url) as string
