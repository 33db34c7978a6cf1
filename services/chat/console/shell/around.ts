/**
 * What stands around the page, each a script of its own: the page itself is shown first, and the scripts of all of them are
 * on their way while the service is asked who the person is.
 */
export const loadBar = async () => (await import('./bar.tsx')).Bar
export const loadLeft = async () => (await import('./sidebars.tsx')).Left
export const loadRight = async () => (await import('./sidebars.tsx')).Right
export const loadCompose = async () => (await import('../compose/compose-dock.tsx')).ComposeDock
export const loadKeys = async () => (await import('./global-keys.tsx')).GlobalKeys
export const loadOverlays = async () => (await import('./overlays.tsx')).Overlays

/** Begins to load them; who shows one says what failed. */
export function beginAround(): void {
  for (const load of [loadLeft, loadBar, loadCompose, loadKeys, loadOverlays]) {
    void load().catch(() => undefined)
  }
}
