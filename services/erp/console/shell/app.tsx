import { useEffect } from 'preact/hooks'
import { Questions } from '@oficina/web/ask.tsx'
import { Toasts } from '@oficina/web/toasts.tsx'

import { loadPersonal } from '../personal/personal.ts'
import { EnrolPage } from '../session/enrol-page.tsx'
import { loadPermissions } from '../session/permissions.ts'
import { isExpired, session } from '../session/session.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { SignInPage } from '../session/sign-in-page.tsx'
import { keepAlive } from '../session/sign-in.ts'
import { Frame } from './frame.tsx'

export function App() {
  const present = session.value
  return (
    <>
      {present === undefined && <SignInPage />}
      {present?.mustEnrol === true && <EnrolPage />}
      {present?.mustEnrol === false && <SignedIn />}
      {isExpired.value && <SignInAgain />}
      <Questions />
      <Toasts />
    </>
  )
}

function SignedIn() {
  useEffect(() => {
    void loadPermissions()
    void loadPersonal()
    return keepAlive()
  }, [])
  return <Frame />
}
