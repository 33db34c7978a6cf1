import { ok, type Result } from '@oficina/kit/result.ts'
import { localAttribute } from '@oficina/xml/attribute.ts'

import type { Told } from '../messages/say.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../package/package-limits.ts'
import { tokenizeXml } from '../xml/xml-tokens.ts'
import { skip, writtenText, type Reading } from './partial-reading.ts'

const REFERENCE = /[<:](foot|end)noteReference\s[^<>]*/g

/** The notes that a text referred to before and no longer does, as `foot1` or `end1`. */
export function lostNotes(before: string, after: string): ReadonlySet<string> {
  const kept = new Set(references(after))
  return new Set(references(before).filter((note) => !kept.has(note)))
}

function references(xml: string): readonly string[] {
  return [...xml.matchAll(REFERENCE)].map(([tag, kind = '']) => `${kind}${idOf(tag)}`)
}

function idOf(tag: string): string {
  return localAttribute(tag, 'id') ?? ''
}

/**
 * A part of notes without the lost ones. LibreOffice matches notes by order, not by number: one that nothing refers to
 * would take the place of the next.
 */
export function withoutNotes(xml: string, lost: ReadonlySet<string>): Result<string, Told> {
  const document = tokenizeXml(xml, DEFAULT_PACKAGE_LIMITS)
  if (!document.ok) return document
  const { tokens } = document.value
  const reading: Reading = { tokens, skipped: new Uint8Array(tokens.length) }
  tokens.forEach(({ name, kind, raw }, at) => {
    const note = kind === 'open' ? /^w:(foot|end)note$/.exec(name) : null
    if (note !== null && lost.has(`${note[1] ?? ''}${idOf(raw)}`)) skip(reading, at)
  })
  return ok(writtenText(reading, 0, tokens.length - 1))
}
