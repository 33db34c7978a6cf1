import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { attribute } from '@oficina/xml/attribute.ts'

import { say, type Told } from '../messages/say.ts'
import { textOfPart, type DocumentParts } from './document-parts.ts'

const ROOT = /<w:document[\s>][^<>]*>?/
const DECLARATION = /\sxmlns:(\w+)="([^"]*)"/g
const IGNORABLE = 'mc:Ignorable'

/** Notes what the host must declare for the elements of a guest; the error says why they cannot be in one document. */
export function mergeNamespaces(host: DocumentParts, guest: string): Result<void, Told> {
  const root = ROOT.exec(textOfPart(host, host.main) ?? '')?.[0]
  const theirs = ROOT.exec(guest)?.[0]
  if (root === undefined || theirs === undefined) return fail('It was not written by Word.')
  const own = declarations(root)
  for (const [name, uri] of declarations(theirs)) {
    const known = own.get(name) ?? host.namespaces.get(name) ?? uri
    if (known !== uri)
      return fail(say('It calls other elements "%{name}" than this template.', { name }))
    if (!own.has(name)) host.namespaces.set(name, uri)
  }
  for (const name of ignorable(theirs)) host.ignorable.add(name)
  return ok(undefined)
}

function declarations(root: string): ReadonlyMap<string, string> {
  return new Map([...root.matchAll(DECLARATION)].map(([, name = '', uri = '']) => [name, uri]))
}

function ignorable(root: string): readonly string[] {
  return (attribute(root, IGNORABLE) ?? '').split(' ').filter((name) => name !== '')
}

/** The main part with what its guests need declared. */
export function withNamespaces(
  { namespaces, ignorable: names }: DocumentParts,
  xml: string,
): string {
  return xml.replace(ROOT, (root) => {
    const added = [...namespaces].map(([name, uri]) => ` xmlns:${name}="${uri}"`).join('')
    const all = [...new Set([...ignorable(root), ...names])].join(' ')
    const plain = root.replace(/\smc:Ignorable="[^"]*"/, '')
    const ignored = all === '' ? '' : ` ${IGNORABLE}="${all}"`
    return plain.replace(/>$/, `${added}${ignored}>`)
  })
}
