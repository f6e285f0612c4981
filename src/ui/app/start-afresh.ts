/**
 * Reloads the app from the server, bypassing caches: for a page that is missing or crashes. The new app
 * registers its service worker again.
 */
export async function startAfresh(): Promise<void> {
  await forgetBuilds().catch(() => {})
  location.reload()
}

async function forgetBuilds(): Promise<void> {
  // Neither exists without https.
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
  const builds = (await caches.keys()).filter((name) => name.startsWith('build-'))
  await Promise.all(builds.map((name) => caches.delete(name)))
}
