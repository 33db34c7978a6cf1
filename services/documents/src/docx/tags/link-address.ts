import { findCuts, type Delimiters, type ParagraphText } from './tag-cuts.ts'
import type { AddressPiece } from './tag-syntax.ts'
import type { TemplateProblem } from './template-problem.ts'
import { escapeText, unescapeText } from '@oficina/xml/xml-text.ts'

const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const NAMED = /^[\p{L}_$][\p{L}\p{N}\p{M}_$.-]*(?:\s*\|.*)?$/su

/**
 * The pieces of an address in which there are tags; undefined when there are none. `written.text` is escaped. Word
 * writes braces in addresses as %7B and %7D, which other programs do around identities of their own.
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
  return pieces
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

// What a click may do without harm; `javascript:`, `file:` and the handlers of installed programs are not here.
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp'])
const DIRECT = /^(?:mailto|tel|sms):[^?]*$/i

/** The address with its values; undefined when there is nowhere to go, or nowhere harmless. */
export function fillAddress(pieces: readonly FilledPiece[]): string | undefined {
  const filled = pieces.reduce((address, { text, isValue }) => {
    if (!isValue) return address + text
    return address === '' ? wholeAddress(text) : address + within(address, text)
  }, '')
  const scheme = /^\s*([a-z][a-z0-9+.-]*):(.*)$/is.exec(filled)
  if (scheme !== null) {
    const [, name = '', rest = ''] = scheme
    return SCHEMES.has(name.toLowerCase()) && rest !== '' ? filled : undefined
  }
  // A value alone could be a share of another machine; what the author has begun is in his own hand.
  if (pieces[0]?.isValue === false) return filled
  return /^www\./i.test(filled) ? `https://${filled}` : undefined
}

/** A value that begins an address is one: only what no address may hold is encoded. */
function wholeAddress(value: string): string {
  return value
    .toWellFormed()
    .trim()
    .replace(/[^\u0021-\u007e]|["<>\\^`{|}]/gu, (character) => encodeURIComponent(character))
}

/** A value further behind is a part of a path, of a query or of a mail address, and stays that. */
function within(address: string, value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed())
  if (!DIRECT.test(address)) return encoded
  return encoded.replace(/%40|%2B|%2C/g, (code) => decodeURIComponent(code))
}
