import { href, leaveForGood } from '@oficina/web/router.ts'

import { signOut } from './sign-in.ts'

/** Signs out, unless something unsaved keeps the person. The page is loaded anew: nothing of theirs stays in it. */
export async function leave(options: { readonly everywhere?: boolean } = {}): Promise<void> {
  if (!(await leaveForGood())) return
  history.replaceState(null, '', href('/'))
  await signOut(options)
}
