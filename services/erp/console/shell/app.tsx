import { Questions } from '@oficina/web/ask.tsx'
import { Toasts } from '@oficina/web/toasts.tsx'

import { token } from '../session/token.ts'
import { Frame } from './frame.tsx'
import { SignIn } from './sign-in.tsx'

export function App() {
  return (
    <>
      {token.value === undefined ? <SignIn /> : <Frame />}
      <Questions />
      <Toasts />
    </>
  )
}
