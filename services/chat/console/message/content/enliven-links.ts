import { href } from '@oficina/web/router.ts'

/** What of a link's address decides what a press on it does. */
type LinkTarget =
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'upload'; readonly path: string }
  | { readonly kind: 'outside' }

/**
 * Links to places of this organization stay within the page, files are opened with the reader's key, and all others open
 * in another tab that learns nothing of this one.
 * @param pageOf the console's address for one in Zulip's form such as `/#narrow/…`, if it has one
 */
export function enlivenLinks(root: ParentNode, pageOf: (address: URL) => string | undefined): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const target = targetOf(link.getAttribute('href') ?? '', pageOf)
    if (target.kind === 'page') {
      link.setAttribute('href', href(target.address))
      link.dataset['page'] = target.address
    } else if (target.kind === 'upload') link.dataset['upload'] = target.path
    if (target.kind !== 'page') {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
    showEmptyTopic(link)
  }
}

/** Where an address leads. */
function targetOf(written: string, pageOf: (address: URL) => string | undefined): LinkTarget {
  const url = URL.parse(written, location.origin)
  if (url?.origin !== location.origin) return { kind: 'outside' }
  if (url.pathname.startsWith('/user_uploads/')) {
    return { kind: 'upload', path: url.pathname }
  }
  const address = pageOf(url)
  return address === undefined ? { kind: 'outside' } : { kind: 'page', address }
}

// The general chat has no name, so links to it say one in italics.
function showEmptyTopic(link: HTMLAnchorElement): void {
  if (link.classList.contains('stream-topic'))
    link.querySelector('em')?.classList.add('empty-topic')
}
