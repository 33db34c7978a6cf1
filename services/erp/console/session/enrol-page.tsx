import { Button } from '@oficina/web/button.tsx'
import { useTitle } from '@oficina/web/title.ts'

import { words } from '../words/session.ts'
import { EnrolFactor } from './enrol-factor.tsx'
import { endEnrolment } from './factors.ts'
import { leave } from './leave.ts'
import { LanguageSwitch } from './sign-in-page.tsx'

/** The whole page of somebody who must have a second factor and has none. */
export function EnrolPage() {
  useTitle(words('enrolTitle'))
  return (
    <main class="sign-in">
      <div class="card">
        <h1>{words('enrolTitle')}</h1>
        <p class="muted">{words('enrolIntro')}</p>
        <EnrolFactor onDone={endEnrolment} />
      </div>
      <div class="sign-in-below">
        <LanguageSwitch />
        <Button kind="quiet" onClick={() => void leave()}>
          {words('signOut')}
        </Button>
      </div>
    </main>
  )
}
