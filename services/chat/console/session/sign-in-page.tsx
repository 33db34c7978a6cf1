import { useLoaded } from '@oficina/web/use-loaded.ts'

import { words } from '../words/session.ts'
import { publicApi } from './api.ts'
import { SignInForm } from './sign-in-form.tsx'

interface ServerSettings {
  readonly realm_name?: string
}

/** Nobody is signed in. */
export function SignInPage() {
  const settings = useLoaded('settings', () =>
    publicApi<ServerSettings>('GET', '/server_settings'),
  ).value
  const realm = settings?.realm_name ?? location.host
  return (
    <main class="sign-in" id="main">
      <section class="card">
        <h1>{words('title')}</h1>
        <p class="muted">{words('intro', { realm })}</p>
        <SignInForm />
      </section>
    </main>
  )
}
