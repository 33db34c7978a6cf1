import { useLoaded } from '@oficina/web/use-loaded.ts'

import type { ServerSettingsAnswer } from '../../wire/organization.ts'
import { publicApi } from './api.ts'

/** What the service tells those who are not signed in; nothing until it has. */
export type ServerSettings = Partial<ServerSettingsAnswer>

export function useServerSettings(): ServerSettings | undefined {
  return useLoaded('settings', () => publicApi<ServerSettings>('GET', '/server_settings')).value
}
