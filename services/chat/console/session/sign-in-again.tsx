import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'

import { words } from '../words/session.ts'
import { account } from './accounts.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signOut } from './sign-in.ts'

/** Over the page of somebody whose key was made anew: what was typed there stays, and waits. */
export function SignInAgain() {
  const present = account.value
  if (present === undefined) return null
  return (
    <Dialog title={words('again')} onClose={() => undefined} isHeld>
      <p>
        <strong>{present.name}</strong> <span class="muted">{present.email}</span>
      </p>
      <p class="muted">{words('againText')}</p>
      <SignInForm email={present.email}>
        <Button kind="quiet" onClick={() => signOut(present.userId)}>
          {words('signOut')}
        </Button>
      </SignInForm>
    </Dialog>
  )
}
