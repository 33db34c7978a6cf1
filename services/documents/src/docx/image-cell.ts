import type { PartContext } from './part-context.ts'
import type { OpBuilder } from './op-builder.ts'
import type { TagSyntax } from './tag-syntax.ts'

export function compileImage(
  context: PartContext,
  builder: OpBuilder,
  tag: Extract<TagSyntax, { kind: 'image' }>,
  at: number,
): void {
  void builder
  void at
  context.problems.push({ ...tag.source, message: 'not yet' })
}
