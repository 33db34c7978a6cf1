import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { assembleZip, textEntry, type NewEntry } from '@oficina/zip/write-zip.ts'

import { codeName } from '../codes/code-style.ts'
import type { CodeOp, CompiledPackage, CompiledPart, ImageOp } from '../compile/program.ts'
import { restartedList, type ListsPart } from '../package/lists-part.ts'
import { codePicture } from './code-picture.ts'
import { emitPart } from './emit-part.ts'
import { createMedia, mediaEntries, relateLink, type Media } from './image-media.ts'
import { imageSource, placeImage } from './image-placement.ts'
import { releaseOutput, takePart } from './output-buffer.ts'
import {
  createRenderContext,
  RenderStop,
  stopBadValue,
  type RenderContext,
} from './render-context.ts'
import type { RenderOptions } from './render-options.ts'
import type { RenderProblem } from './render-problem.ts'

// Measured on invoices of 10 to 10,000 rows (bench/documents): level 3 renders in half to three quarters of the time of
// level 6, and the document is 0.4 to 24 % larger.
const DEFAULT_COMPRESSION_LEVEL = 3

// What a code says is its alternative text; whoever hears it is helped by its beginning.
const MAX_DESCRIPTION_CHARACTERS = 200

/** Writes the document. */
export function renderPackage(
  compiled: CompiledPackage,
  data: unknown,
  options: RenderOptions,
): Result<Buffer, RenderProblem> {
  const level = options.compressionLevel ?? DEFAULT_COMPRESSION_LEVEL
  const media = createMedia(compiled.partNames)
  const context = createRenderContext(data, options, compiled)
  const entries: NewEntry[] = []
  try {
    for (const part of compiled.parts) {
      const { relationships } = part
      emitPart(context, part.ops, {
        image: (op, value) => showImage(context, { op, value, part, media, options }),
        code: (op, text) => showCode(context, { op, text, part, media }),
        link: (address) =>
          relationships === undefined ? '' : relateLink(media, relationships, address),
      })
      entries.push(textEntry(part.name, takePart(context.output), part.dosTime, level))
    }
  } catch (error) {
    if (error instanceof RenderStop) return fail(error.problem)
    throw error
  } finally {
    releaseOutput(context.output)
  }
  const relationships = compiled.parts
    .map((part) => part.relationships)
    .filter((part) => part !== undefined)
  entries.push(...mediaEntries(media, relationships, level))
  if (compiled.lists !== undefined) entries.push(listsEntry(compiled.lists, context.lists, level))
  const missing = missingPaths(context)
  if (missing.length > 0) return fail({ kind: 'missing-values', paths: missing })
  return ok(assembleZip(compiled.prefix, entries))
}

function listsEntry(part: ListsPart, begun: readonly string[], level: number): NewEntry {
  const added = begun.map((original, i) => restartedList(part, original, part.firstFreeId + i))
  const xml = part.head + added.join('') + part.tail
  return textEntry(part.name, Buffer.from(xml), part.dosTime, level)
}

type ShownImage = {
  readonly op: ImageOp
  readonly value: unknown
  readonly part: CompiledPart
  readonly media: Media
  readonly options: RenderOptions
}

function showImage(context: RenderContext, shown: ShownImage): void {
  const { op, value, part, media, options } = shown
  const source = imageSource(op, value)
  if (source === undefined || part.relationships === undefined) return
  const image = options.images?.get(source)
  if (image === undefined) stopBadValue(op.source, 'The image was not loaded.')
  const description = op.expression.kind === 'path' ? op.expression.text : ''
  placeImage(context, op, { media, part: part.relationships, image, description })
}

type ShownCode = {
  readonly op: CodeOp
  readonly text: string
  readonly part: CompiledPart
  readonly media: Media
}

function showCode(context: RenderContext, { op, text, part, media }: ShownCode): void {
  if (part.relationships === undefined) return
  const image = codePicture(context, op, text)
  const description = `${codeName(op.style)}: ${text.slice(0, MAX_DESCRIPTION_CHARACTERS)}`
  placeImage(context, op, { media, part: part.relationships, image, description })
}

function missingPaths(context: RenderContext): readonly string[] {
  return [...(context.scope.missing ?? [])]
}
