import type { Platform } from '../platform/context.ts'

/** The secret that signs a provider's callbacks: PROVIDER_SECRET, or else one derived from the platform's key. */
export const providerSecret = ({ config, vault }: Pick<Platform, 'config' | 'vault'>): string =>
  config.PROVIDER_SECRET ?? vault.fingerprint('provider', 'secret')
