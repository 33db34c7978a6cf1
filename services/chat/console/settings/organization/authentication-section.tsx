import { useLoaded } from '@oficina/web/use-loaded.ts'

import { publicApi } from '../../session/api.ts'
import { words } from '../../words/administration.ts'
import { Ready } from '../frame/ready.tsx'
import { Section } from '../frame/section.tsx'

interface ServerSettings {
  readonly email_auth_enabled: boolean
  readonly external_authentication_methods: readonly {
    readonly name: string
    readonly display_name: string
  }[]
  readonly zulip_version: string
  readonly zulip_feature_level: number
}

/** The ways to sign in, which whoever runs the server decides. */
export function AuthenticationSection() {
  const loaded = useLoaded('settings', () => publicApi<ServerSettings>('GET', '/server_settings'))
  return (
    <Section help={words('authenticationHelp')}>
      <Ready loaded={loaded}>
        {(settings) => (
          <>
            <ul class="settings-list">
              <li>
                <span class="settings-list-name">{words('passwordWay')}</span>
                <span class="muted">
                  {settings.email_auth_enabled ? words('isOn') : words('isOff')}
                </span>
              </li>
              {settings.external_authentication_methods.map(({ name, display_name: shown }) => (
                <li key={name}>
                  <span class="settings-list-name">{shown}</span>
                  <span class="muted">{words('isOn')}</span>
                </li>
              ))}
            </ul>
            <p class="muted">
              {words('version', {
                version: settings.zulip_version,
                level: String(settings.zulip_feature_level),
              })}
            </p>
          </>
        )}
      </Ready>
    </Section>
  )
}
