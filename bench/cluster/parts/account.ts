import { execFileSync } from 'node:child_process'

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Programs that refuse root run as this account; nobody's own account is changed. */
export function accountOf(name: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
