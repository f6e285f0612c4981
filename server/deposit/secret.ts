import type { Platform } from '../platform/context.ts'

/** What signs a provider's words: PROVIDER_SECRET, or else one that follows from the platform's own key, which the first start made. */
export const providerSecret = ({ config, vault }: Pick<Platform, 'config' | 'vault'>): string =>
  config.PROVIDER_SECRET ?? vault.fingerprint('provider', 'secret')
