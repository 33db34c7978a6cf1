import { useLoaded } from '@oficina/web/use-loaded.ts'

import { publicApi } from './api.ts'

interface ExternalMethod {
  readonly name: string
  readonly display_name: string
  readonly login_url: string
}

/** What the service tells those who are not signed in. */
export interface ServerSettings {
  readonly realm_name?: string
  readonly realm_icon?: string
  readonly realm_url?: string
  readonly external_authentication_methods?: readonly ExternalMethod[]
}

export function useServerSettings(): ServerSettings | undefined {
  return useLoaded('settings', () => publicApi<ServerSettings>('GET', '/server_settings')).value
}
