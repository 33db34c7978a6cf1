/** The address of an organization: a configured one, or that of its host. Links in rendered text start with it. */
export function realmUrl({
  host,
  url,
}: {
  readonly host: string
  readonly url: string | null
}): string {
  if (url !== null) return url
  const isLocal = /^(localhost|127\.|\[::1\])/.test(host)
  return `${isLocal ? 'http' : 'https'}://${host}`
}
