import { useLoaded, type Loaded } from '@oficina/web/use-loaded.ts'

import { listsChanged } from '../../state/lists-changed.ts'

/** What has an address of its own at the service, asked for again when its event tells that it is another. */
export function useLive<T>(
  eventType: string,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  return useLoaded(`${eventType} ${listsChanged.get(eventType) ?? 0}`, load)
}
