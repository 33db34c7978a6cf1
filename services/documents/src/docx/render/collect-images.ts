import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { CompiledPackage, ImageOp, Op, RichOp } from '../compile/program.ts'
import { emitPart } from './emit-part.ts'
import { imageSource } from './image-placement.ts'
import type { ImageRequest } from './loaded-image.ts'
import { releaseOutput } from './output-buffer.ts'
import { createRenderContext, RenderStop } from './render-context.ts'
import type { RenderOptions } from './render-options.ts'
import type { RenderProblem } from './render-problem.ts'
import { richPictures } from './rich-blocks.ts'

/**
 * Walks the sections of a template as a render does, but only those that lead to image tags, and collects the images
 * that would be shown.
 */
export function collectPackageImages(
  compiled: CompiledPackage,
  data: unknown,
  options: RenderOptions,
): Result<readonly ImageRequest[], RenderProblem> {
  const requests = new Map<string, ImageRequest>()
  const context = createRenderContext(data, { ...options, strict: false }, compiled)
  try {
    for (const part of compiled.parts) {
      if (!part.hasImages) continue
      const image = (op: ImageOp, value: unknown) => {
        const source = imageSource(op, value)
        if (source !== undefined && !requests.has(source))
          requests.set(source, { source, ...op.source })
      }
      const rich = (op: RichOp, value: unknown) => {
        for (const source of richPictures(context, op, value))
          if (!requests.has(source)) requests.set(source, { source, ...op.source })
      }
      const place = { image, rich, code: () => undefined, link: () => '' }
      emitPart(context, leadingToImages(part.ops), place)
    }
  } catch (error) {
    if (error instanceof RenderStop) return fail(error.problem)
    throw error
  } finally {
    releaseOutput(context.output)
  }
  return ok([...requests.values()])
}

/** The steps without those that cannot reach an image. */
function leadingToImages(ops: readonly Op[]): readonly Op[] {
  const kept: Op[] = []
  for (const op of ops) {
    if (op.kind === 'image' || op.kind === 'rich') kept.push(op)
    else if (op.kind === 'table')
      kept.push(...leadingToImages([...op.head, ...op.rows, ...op.tail]))
    else if (op.kind === 'drop') {
      const body = leadingToImages(op.body)
      if (body.length > 0) kept.push({ ...op, body })
    } else if (op.kind === 'section') {
      const body = leadingToImages(op.body)
      const otherwise = leadingToImages(op.otherwise)
      if (body.length > 0 || otherwise.length > 0) kept.push({ ...op, body, otherwise })
    }
  }
  return kept
}
