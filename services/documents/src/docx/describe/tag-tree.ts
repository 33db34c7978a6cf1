import type { CompiledPackage, Op } from '../compile/program.ts'
import type { Expression } from '../expression/expression.ts'

type TagKind = 'value' | 'section' | 'inverted' | 'image' | 'code' | 'rich' | 'raw'

/** A tag as a template uses it; sections hold the tags between their two ends. */
export type TemplateTag = {
  readonly kind: TagKind
  /** The tag as written, with its delimiters. */
  readonly tag: string
  /** The data paths that it reads, relative to the sections around it: `customer.name`, `.`. */
  readonly paths: readonly string[]
  readonly part: string
  readonly paragraph: number
  readonly tags: readonly TemplateTag[]
}

/** The tags of all parts in order; sections contain theirs. */
export function tagTree(compiled: CompiledPackage): readonly TemplateTag[] {
  return compiled.parts.flatMap((part) => tagsOf(part.ops))
}

function tagsOf(ops: readonly Op[]): readonly TemplateTag[] {
  return ops.flatMap((op): readonly TemplateTag[] => {
    switch (op.kind) {
      case 'inner':
        return [{ kind: 'value', ...op.source, paths: pathsOf(op.expression), tags: [] }]
      case 'link':
        return op.pieces.flatMap((piece) =>
          'text' in piece
            ? []
            : [
                {
                  kind: 'value' as const,
                  ...piece.source,
                  paths: pathsOf(piece.expression),
                  tags: [],
                },
              ],
        )
      case 'value':
      case 'raw':
      case 'image':
      case 'code':
      case 'rich':
        return [{ kind: op.kind, ...op.source, paths: pathsOf(op.expression), tags: [] }]
      case 'section':
        return [
          {
            kind: op.isInverted ? 'inverted' : 'section',
            ...op.source,
            paths: pathsOf(op.expression),
            tags: [...tagsOf(op.body), ...tagsOf(op.otherwise)],
          },
        ]
      case 'table':
        return [...tagsOf(op.head), ...tagsOf(op.rows), ...tagsOf(op.tail)]
      case 'drop':
        return tagsOf(op.body)
      case 'merge':
      case 'leading':
      case 'grid':
      case 'share':
      case 'static':
      case 'ensure-paragraph':
      case 'unique':
      case 'once':
        return []
    }
  })
}

/** The data paths that an expression reads. */
function pathsOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'path': {
      const nested = expression.steps.flatMap((step) =>
        'index' in step ? pathsOf(step.index) : [],
      )
      return [expression.text, ...nested]
    }
    case 'named':
      return expression.otherwise.kind === 'constant'
        ? [expression.name]
        : pathsOf(expression.otherwise)
    case 'hyphened':
      return expression.names.flatMap(({ whole }) => pathsOf(whole))
    case 'not':
    case 'negative':
      return pathsOf(expression.operand)
    case 'binary':
      return [...pathsOf(expression.left), ...pathsOf(expression.right)]
    case 'choice':
      return [
        ...pathsOf(expression.condition),
        ...pathsOf(expression.yes),
        ...pathsOf(expression.no),
      ]
    case 'filter':
      return [...pathsOf(expression.input), ...expression.args.flatMap(pathsOf)]
    case 'constant':
    case 'loop':
      return []
  }
}
