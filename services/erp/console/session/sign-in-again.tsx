import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'

import { words } from '../words/session.ts'
import { leave } from './leave.ts'
import { session } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Over the page of somebody whose session is over: what was typed there stays, and waits. */
export function SignInAgain() {
  const present = session.value
  if (present === undefined) return null
  const { login, usuario } = present
  return (
    <Dialog title={words('again')} onClose={() => undefined} isHeld>
      <p class="sign-in-who">
        <strong>{usuario.nombre}</strong> <span class="muted">{login}</span>
      </p>
      <p class="muted">{words('againText')}</p>
      <SignInForm usuario={login} submit={words('goOn')}>
        <Button kind="quiet" onClick={() => void leave()}>
          {words('otherPerson')}
        </Button>
      </SignInForm>
    </Dialog>
  )
}
