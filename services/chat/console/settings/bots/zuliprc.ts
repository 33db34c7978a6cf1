export interface RcOf {
  readonly email: string
  readonly key: string
  readonly site: string
}

/** The file that Zulip's programs read their key from. */
export function zuliprc({ email, key, site }: RcOf): string {
  return `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`
}
