import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { emitPart } from './emit.ts'
import { takePart } from './output.ts'
import type { CompiledPackage } from './program.ts'
import { createRenderContext, RenderStop, type RenderContext } from './render-context.ts'
import type { RenderOptions, RenderProblem } from './types.ts'
import { assembleZip, textEntry, type NewEntry } from './zip-write.ts'

// Measured on tables of 10 to 10,000 rows: level 3 takes two thirds of the time of level 6 and gives 6 % more bytes.
const DEFAULT_COMPRESSION_LEVEL = 3

/** Writes the document. */
export function renderPackage(
  compiled: CompiledPackage,
  data: unknown,
  options: RenderOptions,
): Result<Buffer, RenderProblem> {
  const level = options.compressionLevel ?? DEFAULT_COMPRESSION_LEVEL
  const context = createRenderContext(data, options, compiled, () => {})
  const entries: NewEntry[] = []
  try {
    for (const part of compiled.parts) {
      emitPart(context, part.ops)
      entries.push(textEntry(part.name, takePart(context.output), part.dosTime, level))
    }
  } catch (error) {
    if (error instanceof RenderStop) return fail(error.problem)
    throw error
  }
  const missing = missingPaths(context)
  if (missing.length > 0) return fail({ kind: 'missing-values', paths: missing })
  return ok(assembleZip(compiled.prefix, entries))
}

function missingPaths(context: RenderContext): readonly string[] {
  return [...(context.scope.missing ?? [])]
}
