/** Addresses: which may be linked, and how a local one is shortened. */

/** Schemes that a browser may open from a message. */
const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(
  `http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms
  smsto ssh tel urn webcal wtai xmpp`.split(/\s+/),
)

const NETWORK_SCHEMES: ReadonlySet<string> = new Set([
  'ftp',
  'http',
  'nntp',
  'file',
  'mms',
  'https',
])

export interface UrlParts {
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/** Splits an address without judging it; nothing when the brackets of its host do not match. */
export function splitUrl(url: string): UrlParts | undefined {
  const cleaned = trimControls(url).replaceAll(/[\t\r\n]/g, '')
  const [beforeFragment, fragment] = cut(cleaned, '#')
  const [beforeQuery, query] = cut(beforeFragment, '?')
  const scheme = SCHEME.exec(beforeQuery)?.[0] ?? ''
  const rest = scheme === '' ? beforeQuery : beforeQuery.slice(scheme.length + 1)
  const hasHost = rest.startsWith('//')
  const host = hasHost ? cut(rest.slice(2), '/')[0] : ''
  const path = hasHost ? rest.slice(2 + host.length) : rest
  if (host.includes('[') !== host.includes(']')) return undefined
  return { scheme: scheme.toLowerCase(), host, path, query, fragment }
}

const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*(?=:)/

/** The text before and after the first such mark. */
function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Browsers skip control characters and spaces before an address, so these must not hide a scheme. */
function trimControls(url: string): string {
  let start = 0
  while (start < url.length && url.charCodeAt(start) <= 0x20) start += 1
  return url.slice(start)
}

function joinUrl(parts: UrlParts): string {
  const { scheme, host, query, fragment } = parts
  let url = parts.path
  if (host !== '' || (NETWORK_SCHEMES.has(scheme) && !url.startsWith('//'))) {
    url = `//${host}${url !== '' && !url.startsWith('/') ? '/' : ''}${url}`
  }
  if (scheme !== '') url = `${scheme}:${url}`
  if (query !== '') url = `${url}?${query}`
  return fragment === '' ? url : `${url}#${fragment}`
}

/**
 * The address to link to: with `http://` added to one without a scheme and `mailto:` to a mail address; the empty
 * string for one that cannot be read, nothing for a scheme that is not allowed.
 */
export function safeUrl(url: string): string | undefined {
  const encoded = url.replaceAll(' ', '%20')
  const parts = splitUrl(encoded)
  if (parts === undefined) return ''
  switch (formOf(parts)) {
    case 'whole':
      return ALLOWED_SCHEMES.has(parts.scheme) ? joinUrl(parts) : undefined
    case 'mail':
      return joinUrl({ ...parts, scheme: 'mailto' })
    case 'local':
      return joinUrl(parts)
    case 'host': {
      const absolute = splitUrl(`http://${encoded}`)
      return absolute === undefined ? '' : joinUrl(absolute)
    }
  }
}

/** The form of an address: with its scheme, as one on this server, as a mail address, or starting with its host. */
function formOf({
  scheme,
  host,
  path,
  query,
  fragment,
}: UrlParts): 'whole' | 'mail' | 'local' | 'host' {
  if (scheme !== '') return 'whole'
  if (host !== '') return 'host'
  if (path.includes('@')) return 'mail'
  const isFragment = path === '' && query === '' && fragment !== ''
  return isFragment || path.startsWith('/') ? 'local' : 'host'
}

/** By hand: a pattern would start again at every dot. */
export function withoutFinalDots(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '.') end -= 1
  return text.slice(0, end)
}

/** Links into this realm become relative, so that they open in the same window. */
export function relativeWithin(realmUrl: string, url: string): string {
  const prefix = `${realmUrl}/`
  const isLocal = url.startsWith(`${prefix}#`) || url.startsWith(`${prefix}user_uploads/`)
  return isLocal ? url.slice(prefix.length) : url
}
