import type { PackageLimits } from '../package/package-limits.ts'
import type { TemplateProblem } from '../tags/template-problem.ts'
import type { CompiledPackage } from './program.ts'

/**
 * A template made ready to be rendered any number of times. It is immutable and may be cached;
 * one with `problems` cannot be rendered, yet it can be stored and its tags listed.
 */
export type CompiledTemplate = {
  readonly problems: readonly TemplateProblem[]
  /** Roughly how many bytes of memory it takes, for the limit of a cache. */
  readonly sizeBytes: number
  /** Absent when the file is not a sound .docx. */
  readonly package: CompiledPackage | undefined
}

export type CompileOptions = {
  readonly limits?: Partial<PackageLimits>
  /** What was found wrong with the template before. */
  readonly problems?: readonly TemplateProblem[]
}
