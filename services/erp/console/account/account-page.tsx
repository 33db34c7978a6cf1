import { useTitle } from '@oficina/web/title.ts'

import { words } from '../words/shell.ts'

export function AccountPage() {
  useTitle(words('account'))
  return <h1>{words('account')}</h1>
}
