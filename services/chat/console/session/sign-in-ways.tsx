import { Button } from '@oficina/web/button.tsx'

import { words } from '../words/session.ts'
import { providerAddress } from './one-time-pad.ts'
import type { ServerSettings } from './use-server-settings.ts'

/** The ways in without a password, and those for who has none. */
export function SignInWays({ settings }: { readonly settings: ServerSettings | undefined }) {
  const others = settings?.external_authentication_methods ?? []
  return (
    <>
      {others.length > 0 && (
        <div class="sign-in-others">
          <p class="muted">{words('or')}</p>
          {others.map(({ name, display_name: label, login_url: url }) => (
            <Button key={name} onClick={() => location.assign(providerAddress(url))}>
              {words('signInWith', { name: label })}
            </Button>
          ))}
        </div>
      )}
      <p class="sign-in-links">
        <a href="/accounts/password/reset">{words('forgotten')}</a>
        <a href="/register">{words('register')}</a>
      </p>
    </>
  )
}
