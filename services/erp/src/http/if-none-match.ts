/**
 * Whether a request's `If-None-Match` names the entity tag: a list, weak tags and `*` count too.
 * @source docs/decisions/0202-erp-metadata.md
 */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag)
}
