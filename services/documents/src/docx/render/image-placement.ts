import type { ImageOp, PictureOp } from '../compile/program.ts'
import { say } from '../messages/say.ts'
import type { RelationshipsPart } from '../package/relationships.ts'
import { drawingXml, imageExtent } from './image-drawing.ts'
import { relate, type Media } from './image-media.ts'
import type { LoadedImage } from './loaded-image.ts'
import { write } from './output-buffer.ts'
import { stopBadValue, stopOverBudget, type RenderContext } from './render-context.ts'

/** Whether the value of an image tag stands for an image; without one the tag leaves nothing. */
export function imageSource(op: ImageOp, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || value === false) return undefined
  if (typeof value === 'string') return value
  return stopBadValue(
    op.source,
    'The value of an image tag must be text: a data URI, a URL or a path.',
  )
}

/** Writes the drawing of an image, and puts the image into the file. */
export function placeImage(
  context: RenderContext,
  op: Omit<PictureOp, 'evaluate' | 'expression'>,
  target: {
    readonly media: Media
    readonly part: RelationshipsPart
    readonly image: LoadedImage
    readonly description: string
  },
): void {
  const { media, part, image, description } = target
  if (++context.images > context.budget.maxImages) {
    stopOverBudget(
      op.source,
      say('The document shows more than %{max} images with this data.', {
        max: context.budget.maxImages,
      }),
    )
  }
  if (!(image.widthPx > 0) || !(image.heightPx > 0))
    stopBadValue(op.source, 'The image has no size.')
  const isSvgWithFallback = image.format === 'svg' && image.fallback !== undefined
  const shown = image.fallback ?? image
  const xml = drawingXml({
    wordPrefix: op.wordPrefix,
    id: context.nextDrawingId++,
    ...imageExtent(image, op),
    description,
    relationshipId: relate(media, part, shown),
    svgRelationshipId: isSvgWithFallback ? relate(media, part, image) : undefined,
  })
  write(context.output, xml)
}
