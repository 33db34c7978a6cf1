import { words } from '../words/shell.ts'

export function HomePage() {
  return <h1>{words('home')}</h1>
}
