import { useLoaded, type Loaded } from '@oficina/web/use-loaded.ts'

import { listsChanged } from '../../state/lists-changed.ts'

/** What has an address of its own at the service, asked for again when one of its events tells that it is another. */
export function useLive<T>(
  eventTypes: string | readonly string[],
  load: (signal: AbortSignal) => Promise<T>,
  /** Which one, where there are several. */
  of = '',
): Loaded<T> {
  const types = typeof eventTypes === 'string' ? [eventTypes] : eventTypes
  const changes = types.map((type) => listsChanged.get(type) ?? 0)
  return useLoaded(`${of} ${types.join(',')} ${changes.join(',')}`, load)
}
