import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { assembleZip, textEntry, type NewEntry } from '@oficina/zip/write-zip.ts'

import { codeName } from '../codes/code-style.ts'
import type { CodeOp, CompiledPackage, CompiledPart, ImageOp, RichOp } from '../compile/program.ts'
import type { RichInline } from '../rich/rich-text.ts'
import { codePicture } from './code-picture.ts'
import { emitPart } from './emit-part.ts'
import { createMedia, mediaEntries, relateLink, type Media } from './image-media.ts'
import { imageSource, placeImage } from './image-placement.ts'
import { listsXml } from './lists.ts'
import { releaseOutput, takePart } from './output-buffer.ts'
import {
  createRenderContext,
  RenderStop,
  stopBadValue,
  type RenderContext,
} from './render-context.ts'
import type { RenderOptions } from './render-options.ts'
import type { RenderProblem } from './render-problem.ts'
import { readBlocks } from './rich-blocks.ts'
import { writeRich } from './rich-document.ts'

// Measured on invoices of 10 to 10,000 rows (bench/documents): level 3 renders in half to three quarters of the time of
// level 6, and the document is 0.4 to 24 % larger.
const DEFAULT_COMPRESSION_LEVEL = 3

// Pixels are those of a screen, 96 to the inch.
const EMU_PER_PIXEL = 9_525
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
      const relateTo = (address: string): string =>
        relationships === undefined ? '' : relateLink(media, relationships, address)
      emitPart(context, part.ops, {
        image: (op, value) => showImage(context, { op, value, part, media, options }),
        code: (op, text) => showCode(context, { op, text, part, media }),
        rich: (op, value) =>
          writeRich(context, op, {
            blocks: readBlocks(context, op, value),
            place: {
              link: relateTo,
              picture: (picture, widthEmu) =>
                showPicture(context, { op, picture, widthEmu, part, media, options }),
            },
          }),
        link: relateTo,
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
  const lists = listsXml(context.lists)
  if (lists !== undefined && compiled.lists !== undefined) {
    const { name, dosTime } = compiled.lists
    entries.push(textEntry(name, Buffer.from(lists), dosTime, level))
  }
  const missing = missingPaths(context)
  if (missing.length > 0) return fail({ kind: 'missing-values', paths: missing })
  return ok(assembleZip(compiled.prefix, entries))
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

type ShownPicture = {
  readonly op: RichOp
  readonly picture: Extract<RichInline, { kind: 'picture' }>
  readonly widthEmu: number
  readonly part: CompiledPart
  readonly media: Media
  readonly options: RenderOptions
}

/** A picture in formatted text has its own size, or less when its place is narrower. */
function showPicture(context: RenderContext, shown: ShownPicture): void {
  const { op, picture, widthEmu, part, media, options } = shown
  const image = options.images?.get(picture.source)
  if (image === undefined || part.relationships === undefined)
    return stopBadValue(op.source, 'The image was not loaded.')
  const own = Math.round((picture.widthPx ?? image.widthPx) * EMU_PER_PIXEL)
  const place = { ...op, widthEmu: Math.max(1, Math.min(own, widthEmu)) }
  const { description } = picture
  placeImage(context, place, { media, part: part.relationships, image, description })
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
