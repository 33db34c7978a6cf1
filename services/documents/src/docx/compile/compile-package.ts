import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { ZipEntry } from '@oficina/zip/read-zip.ts'
import { buildPrefix, textEntry, type NewEntry } from '@oficina/zip/write-zip.ts'

import { say, type Told } from '../messages/say.ts'
import { readArchive } from '../package/archive.ts'
import { withoutMacros } from '../package/macros.ts'
import { withoutMailMerge } from '../package/mail-merge.ts'
import type { PackageLimits } from '../package/package-limits.ts'
import {
  contentTypeOf,
  isMainType,
  isTemplatedType,
  readContentTypes,
  rewriteContentTypes,
  type ContentTypes,
} from '../package/package-parts.ts'
import { inflateText, partText } from '../package/part-text.ts'
import {
  compileRelationships,
  linkTargets,
  relationshipsName,
  withoutLinks,
} from '../package/relationships.ts'
import type { TemplateProblem } from '../tags/template-problem.ts'
import { tokenizeXml } from '../xml/xml-tokens.ts'
import { addLists } from './add-lists.ts'
import { compilePart, type DocumentLayout } from './compile-part.ts'
import { readNamedStyles } from './named-styles.ts'
import { someOp } from './op-search.ts'
import { DEFAULT_TEXT_AREA, lastTextArea } from './page-geometry.ts'
import type { CompiledPackage, CompiledPart, Op } from './program.ts'
import { NO_TABLE_STYLES, readTableStyles } from './table-styles.ts'

const CONTENT_TYPES = '[Content_Types].xml'
// Parts that every document copies unchanged are compressed once, as small as possible.
const PREPARED_LEVEL = 9

type Package = {
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly types: ContentTypes
  readonly mainPart: string
  /** The content types as the archive has them. */
  readonly archivedTypes: string
}

/** Reads a .docx and compiles its parts. What is wrong with tags goes to `problems`; the error is for the file as a whole. */
export function compilePackage(
  archive: Buffer,
  limits: PackageLimits,
  problems: TemplateProblem[],
): Result<CompiledPackage, TemplateProblem> {
  const opened = openPackage(archive, limits)
  if (!opened.ok) return opened
  const { entries, types, mainPart } = opened.value
  const compiled = compileParts(opened.value, limits, problems)
  if (!compiled.ok) return compiled
  const { parts, ids, isMailMerge } = compiled.value
  const addsMedia = parts.some(({ ops }) => someOp(ops, isPicture))
  const lists = addLists(parts, opened.value)
  const contentTypes = rewriteContentTypes(types, mainPart, {
    addsMedia,
    addedPart: lists?.isNew === true ? lists.part.name : undefined,
  })
  const written = parts.flatMap((part) => [part.name, part.relationships?.name ?? part.name])
  const dynamic = new Set([...written, lists?.part.name ?? ''])
  const changed = new Map(isMailMerge ? withoutMailMerge(entries) : [])
  if (contentTypes !== opened.value.archivedTypes) changed.set(CONTENT_TYPES, contentTypes)
  return ok({
    prefix: buildPrefix(fixedEntries(opened.value, dynamic, changed)),
    parts,
    firstDrawingId: ids.drawing + 1,
    firstBookmarkId: ids.bookmark + 1,
    partNames: new Set([...entries.keys()].map((name) => name.toLowerCase())),
    lists: lists?.part,
  })
}

type CompiledParts = {
  readonly parts: CompiledPart[]
  readonly ids: EntryContext['ids']
  /** Whether fields of a mail merge are among the tags. */
  readonly isMailMerge: boolean
}

function compileParts(
  { entries, types, mainPart }: Package,
  limits: PackageLimits,
  problems: TemplateProblem[],
): Result<CompiledParts, TemplateProblem> {
  const layout = readLayout(entries, mainPart)
  const parts: CompiledPart[] = []
  const ids = { drawing: 0, bookmark: 0 }
  let tagCount = 0
  let isMailMerge = false
  for (const entry of entries.values()) {
    if (!isTemplatedType(contentTypeOf(types, entry.name))) continue
    const compiled = compileEntry(entry, { limits, layout, entries, ids, problems })
    tagCount += compiled.tagCount
    isMailMerge ||= compiled.hasMergeFields
    if (tagCount > limits.maxTags)
      return fail(
        fileProblem(say('The template has more than %{max} tags.', { max: limits.maxTags })),
      )
    if (compiled.part !== undefined) parts.push(compiled.part)
  }
  return ok({ parts, ids, isMailMerge })
}

/** The parts that are the same in every document: as the template has them, or as they were changed. */
function fixedEntries(
  { entries }: Package,
  dynamic: ReadonlySet<string>,
  changed: ReadonlyMap<string, string>,
): readonly NewEntry[] {
  return [...entries.values()]
    .filter(({ name }) => !dynamic.has(name))
    .map((entry) => {
      const text = changed.get(entry.name)
      return text === undefined
        ? entry
        : textEntry(entry.name, Buffer.from(text), entry.dosTime, PREPARED_LEVEL)
    })
}

function fileProblem(message: Told, part = ''): TemplateProblem {
  return { part, paragraph: 0, tag: '', message }
}

function openPackage(archive: Buffer, limits: PackageLimits): Result<Package, TemplateProblem> {
  const read = readArchive(archive, limits)
  if (!read.ok) return fail(fileProblem(read.error))
  const entries = new Map(
    read.value.filter(({ name }) => !name.endsWith('/')).map((entry) => [entry.name, entry]),
  )
  const typesEntry = entries.get(CONTENT_TYPES)
  if (typesEntry === undefined)
    return fail(
      fileProblem(say('The file is not a .docx: it has no %{part}.', { part: CONTENT_TYPES })),
    )
  const typesXml = inflateText(typesEntry)
  if (!typesXml.ok) return fail(fileProblem(typesXml.error, CONTENT_TYPES))
  const types = readContentTypes(typesXml.value)
  if (!types.ok) return fail(fileProblem(types.error, CONTENT_TYPES))
  const mainPart = [...entries.keys()].find((name) => isMainType(contentTypeOf(types.value, name)))
  if (mainPart === undefined)
    return fail(fileProblem('The file is not a .docx: it has no Word document in it.'))
  const parts = withoutMacros({ entries, types: types.value })
  return parts.ok
    ? ok({ ...parts.value, mainPart, archivedTypes: typesXml.value })
    : fail(fileProblem(parts.error))
}

/** The styles and the page, as far as they can be read. */
function readLayout(entries: ReadonlyMap<string, ZipEntry>, mainPart: string): DocumentLayout {
  const styles = partText(entries, 'word/styles.xml')
  const main = partText(entries, mainPart)
  return {
    styles: styles === undefined ? NO_TABLE_STYLES : readTableStyles(styles),
    named: readNamedStyles(styles ?? ''),
    page: main === undefined ? DEFAULT_TEXT_AREA : lastTextArea(main),
  }
}

type EntryContext = {
  readonly limits: PackageLimits
  readonly layout: DocumentLayout
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly ids: { drawing: number; bookmark: number }
  readonly problems: TemplateProblem[]
}

type CompiledEntry = {
  readonly part: CompiledPart | undefined
  readonly tagCount: number
  readonly hasMergeFields: boolean
}

function compileEntry(entry: ZipEntry, context: EntryContext): CompiledEntry {
  const { problems, limits } = context
  const nothing = { part: undefined, tagCount: 0, hasMergeFields: false }
  const text = inflateText(entry)
  if (!text.ok) {
    problems.push(fileProblem(text.error, entry.name))
    return nothing
  }
  noteIds(text.value, context.ids)
  const document = tokenizeXml(text.value, limits)
  if (!document.ok) {
    problems.push(fileProblem(document.error, entry.name))
    return nothing
  }
  const written = relationshipsText(entry.name, context)
  const targets = written === undefined ? new Map<string, string>() : linkTargets(written)
  if (![text.value, ...targets.values()].some(isTagged)) return nothing
  const part = { name: entry.name, targets }
  const compiled = compilePart(document.value, part, context.layout, problems)
  const { ops, tagCount, linkIds, hasMergeFields } = compiled
  if (ops.every((op) => op.kind === 'static') && tagCount === 0) return nothing
  const hasImages = someOp(ops, (op) => op.kind === 'image' || op.kind === 'rich')
  const relationships =
    someOp(ops, isPicture) || linkIds.size > 0
      ? compileRelationships(
          entry.name,
          written === undefined ? undefined : withoutLinks(written, linkIds),
          context.entries.get(relationshipsName(entry.name))?.dosTime,
        )
      : undefined
  return {
    part: { name: entry.name, dosTime: entry.dosTime, ops, hasImages, relationships },
    tagCount,
    hasMergeFields,
  }
}

function isPicture(op: Op): boolean {
  return op.kind === 'image' || op.kind === 'code' || op.kind === 'rich'
}

/** Whether a part may have tags, or fields that are read as some. */
function isTagged(xml: string): boolean {
  return /[{}]|%7b|instrText|fldSimple/i.test(xml)
}

function relationshipsText(part: string, context: EntryContext): string | undefined {
  const name = relationshipsName(part)
  const entry = context.entries.get(name)
  const text = entry === undefined ? undefined : inflateText(entry)
  if (text?.ok === false) context.problems.push(fileProblem(text.error, name))
  return text?.ok === true ? text.value : undefined
}

function noteIds(xml: string, ids: { drawing: number; bookmark: number }): void {
  for (const [, id] of xml.matchAll(/<(?:wp:docPr|pic:cNvPr)\s[^<>]*?\bid="(\d{1,9})"/g)) {
    ids.drawing = Math.max(ids.drawing, Number(id))
  }
  for (const [, id] of xml.matchAll(/<\w*:?bookmarkStart\s[^<>]*?\bid="(\d{1,9})"/g)) {
    ids.bookmark = Math.max(ids.bookmark, Number(id))
  }
}
