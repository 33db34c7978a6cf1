import { realm } from '../../state/realm/realm.ts'

// What people write code in, by the names that the service's highlighter knows; any other name may be typed.
const LANGUAGES = [
  'quote spoiler math text python javascript typescript sql bash json java c cpp csharp go rust kotlin',
  'swift php ruby html css scss xml yaml toml ini diff dockerfile makefile nginx graphql markdown latex',
  'r matlab julia scala haskell elixir erlang clojure lua perl powershell dart groovy vb fortran cobol',
  'pascal ocaml fsharp lisp scheme prolog solidity terraform proto vue jsx tsx awk sed vim console http',
  'postgresql mysql plpgsql abap bat cmake tex',
].flatMap((line) => line.split(' '))

interface Playground {
  readonly pygments_language: string
}

/** Languages to offer after a fence: those with a playground of the organization too. */
export function codeLanguages(): readonly string[] {
  const playgrounds = (realm.value?.['realm_playgrounds'] ?? []) as readonly Playground[]
  const own = playgrounds.map(({ pygments_language: name }) => name.toLowerCase())
  return [...new Set([...LANGUAGES, ...own])]
}
