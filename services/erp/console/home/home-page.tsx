import { useTitle } from '@oficina/web/title.ts'

import { words } from '../words/shell.ts'

export function HomePage() {
  useTitle(words('home'))
  return <h1>{words('home')}</h1>
}
