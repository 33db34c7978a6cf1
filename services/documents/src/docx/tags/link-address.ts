import { escapeText, unescapeText } from '@oficina/xml/xml-text.ts'

import { say } from '../messages/say.ts'
import { findCuts, type Delimiters, type ParagraphText } from './tag-cuts.ts'
import type { AddressPiece } from './tag-syntax.ts'
import type { TemplateProblem } from './template-problem.ts'

const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const NAMED = /^[\p{L}_$][\p{L}\p{N}\p{M}_$.-]*(?:\s*\|.*)?$/su

/**
 * The pieces of an address that contains tags; undefined when it contains none. `written.text` is escaped. Word writes
 * braces in addresses as %7B and %7D; other programs put such braces around identities of their own.
 */
export function parseAddress(
  written: ParagraphText,
  delimiters: Delimiters,
  problems: TemplateProblem[],
): readonly AddressPiece[] | undefined {
  const text = escapeText(withBraces(unescapeText(written.text)))
  const { cuts } = findCuts({ ...written, text }, delimiters, problems)
  if (cuts.length === 0) return undefined
  const pieces: AddressPiece[] = []
  let at = 0
  for (const { from, to, tag } of cuts) {
    if (from > at) pieces.push({ text: unescapeText(text.slice(at, from)) })
    at = to
    if (tag?.kind === 'value') pieces.push(tag)
    else if (tag !== undefined && tag.kind !== 'address')
      problems.push({ ...tag.source, message: 'Only values can stand in the address of a link.' })
  }
  if (at < text.length) pieces.push({ text: unescapeText(text.slice(at)) })
  reportScheme(written, pieces, problems)
  return pieces
}

/** What an author begins with another scheme would never be a link, whatever the data. */
function reportScheme(
  { part, paragraph }: ParagraphText,
  [first]: readonly AddressPiece[],
  problems: TemplateProblem[],
): void {
  if (first === undefined || !('text' in first)) return
  const [, name] = SCHEME.exec(first.text) ?? []
  if (name === undefined || SCHEMES.has(name.toLowerCase())) return
  const message = say('A link with tags leads to %{schemes} only, not to %{name}.', {
    schemes: [...SCHEMES].join(', '),
    name,
  })
  problems.push({ part, paragraph, tag: first.text.slice(0, 200), message })
}

function withBraces(address: string): string {
  const decoded = address.replace(/%7b((?:(?!%7[bd])[^{}])*)%7d/gi, (whole, inside: string) => {
    const name = decode(inside)
    return NAMED.test(name) && !GUID.test(name) ? `{${name}}` : whole
  })
  return decoded.replace(/\{([^{}]*)\}/g, (_whole, inside: string) =>
    GUID.test(inside) ? `%7B${inside}%7D` : `{${decode(inside)}}`,
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A piece whose value is known. */
export type FilledPiece = { readonly text: string; readonly isValue: boolean }

// Schemes that a click may follow safely; `javascript:`, `file:` and the handlers of installed programs are not here.
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp'])
const SCHEME = /^\s*([a-z][a-z0-9+.-]*):(.*)$/is
const DIRECT = /^(?:mailto|tel|sms):[^?]*$/i

/** The address with its values; undefined when it is empty or unsafe. */
export function fillAddress(pieces: readonly FilledPiece[]): string | undefined {
  const filled = pieces.reduce((address, { text, isValue }) => {
    if (!isValue) return address + text
    return address === '' ? wholeAddress(text) : address + within(address, text)
  }, '')
  const scheme = SCHEME.exec(filled)
  if (scheme !== null) {
    const [, name = '', rest = ''] = scheme
    return SCHEMES.has(name.toLowerCase()) && rest !== '' ? filled : undefined
  }
  // A value alone could be a share of another machine; a beginning that the author wrote is the author's choice.
  if (pieces[0]?.isValue === false) return filled
  return /^www\./i.test(filled) ? `https://${filled}` : undefined
}

/** A value at the beginning is an address: only characters that no address may hold are encoded. */
function wholeAddress(value: string): string {
  return value
    .toWellFormed()
    .trim()
    .replace(/[^\u0021-\u007e]|["<>\\^`{|}]/gu, (character) => encodeURIComponent(character))
}

/** A value further on is a part of a path, query or mail address, and must stay one. */
function within(address: string, value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed())
  if (!DIRECT.test(address)) return encoded
  return encoded.replace(/%40|%2B|%2C/g, (code) => decodeURIComponent(code))
}
