/**
 * Loads the app from the server, whatever of it this device keeps: for a page that is missing or breaks. The app that
 * comes sets up its service worker anew.
 */
export async function startAfresh(): Promise<void> {
  await forgetBuilds().catch(() => {})
  location.reload()
}

async function forgetBuilds(): Promise<void> {
  // Outside of https there are neither.
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
  const builds = (await caches.keys()).filter((name) => name.startsWith('build-'))
  await Promise.all(builds.map((name) => caches.delete(name)))
}
