import { useEffect, useLayoutEffect } from 'preact/hooks'
import { Questions } from '@oficina/web/ask.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { Toasts } from '@oficina/web/toasts.tsx'

import { account, isExpired } from '../session/accounts.ts'
import { failureText } from '../session/failure-text.ts'
import { keepSession } from '../session/keep-session.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { SignInPage } from '../session/sign-in-page.tsx'
import { connection, startFailure } from '../state/connection.ts'
import { keepPresence } from '../state/people/presence.ts'
import { Frame } from './frame.tsx'

export function App() {
  const present = account.value
  return (
    <>
      {present === undefined ? <SignInPage /> : <SignedIn key={present.userId} />}
      {isExpired.value && <SignInAgain />}
      <Questions />
      <Toasts />
    </>
  )
}

function SignedIn() {
  const isStarting = connection.value === 'starting'
  // Before anything is painted: the service is asked a frame sooner.
  useLayoutEffect(keepSession, [])
  useEffect(() => (isStarting ? undefined : keepPresence()), [isStarting])
  if (!isStarting) return <Frame />
  const failure = startFailure.value
  return (
    <main id="main" class="starting">
      {failure === undefined ? <Skeleton lines={12} /> : <Failure text={failureText(failure)} />}
    </main>
  )
}
