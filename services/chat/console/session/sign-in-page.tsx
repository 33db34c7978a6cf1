import { Failure } from '@oficina/web/notice.tsx'
import { place } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import { words } from '../words/session.ts'
import { isReturnRefused } from './returned.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import { useServerSettings } from './use-server-settings.ts'

/** Nobody is signed in. */
export function SignInPage() {
  const settings = useServerSettings()
  const realm = settings?.realm_name ?? location.host
  useTitle(words('title'))
  return (
    <main class="sign-in" id="main">
      <section class="card">
        {settings?.realm_icon !== undefined && (
          <img class="sign-in-icon" src={settings.realm_icon} alt="" width="48" height="48" />
        )}
        <h1>{words('titleOf', { realm })}</h1>
        {isReturnRefused.value && <Failure text={words('returnRefused')} />}
        <SignInForm proposed={place.value.query.get('email') ?? ''} />
        <SignInWays settings={settings} />
      </section>
    </main>
  )
}
