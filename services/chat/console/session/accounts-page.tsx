import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { place } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import { words } from '../words/session.ts'
import { account, accounts, switchAccount } from './accounts.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import { signOut } from './sign-in.ts'
import { useServerSettings } from './use-server-settings.ts'

/** The accounts of this browser: use another, add one, leave; and the way to other organizations. */
export function AccountsPage() {
  const settings = useServerSettings()
  const proposed = place.value.query.get('email') ?? ''
  const [isAdding, setAdding] = useState(proposed !== '')
  useTitle(words('accounts'))
  return (
    <div class="accounts">
      <h1>{words('accounts')}</h1>
      <p class="muted">{words('accountsText')}</p>
      <ul class="card accounts-list">
        {accounts.value.map((one) => (
          <AccountRow key={one.userId} {...one} />
        ))}
      </ul>
      {isAdding ? (
        <section class="card" aria-label={words('add')}>
          <h2>{words('add')}</h2>
          <SignInForm proposed={proposed} />
          <SignInWays settings={settings} />
        </section>
      ) : (
        <Button onClick={() => setAdding(true)}>{words('add')}</Button>
      )}
      <OtherOrganization />
    </div>
  )
}

interface RowProps {
  readonly userId: number
  readonly name: string
  readonly email: string
}

function AccountRow({ userId, name, email }: RowProps) {
  const isPresent = account.value?.userId === userId
  return (
    <li aria-current={isPresent ? 'true' : undefined}>
      <span class="grow">
        <strong>{name}</strong> <span class="muted">{email}</span>
      </span>
      {isPresent ? (
        <span class="muted">{words('present')}</span>
      ) : (
        <Button aria-label={words('useOf', { name })} onClick={() => switchAccount(userId)}>
          {words('use')}
        </Button>
      )}
      <Button
        kind="quiet"
        aria-label={words('signOutOf', { name })}
        onClick={() => signOut(userId)}
      >
        {words('signOut')}
      </Button>
    </li>
  )
}

/** Another organization has another address, where its own client is. */
function OtherOrganization() {
  const [address, setAddress] = useState('')
  const onSubmit = (event: Event): void => {
    event.preventDefault()
    const text = address.trim()
    const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`)
    if (url !== null) location.assign(url.origin)
  }
  return (
    <form class="card accounts-other" onSubmit={onSubmit}>
      <h2>{words('otherOrganization')}</h2>
      <Field label={words('organizationAddress')} help={words('organizationHelp')}>
        {({ id, describedBy }) => (
          <input
            class="input"
            id={id}
            aria-describedby={describedBy}
            inputMode="url"
            placeholder="chat.ejemplo.com"
            required
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="sign-in-actions">
        <Button type="submit">{words('goThere')}</Button>
      </div>
    </form>
  )
}
