export type BinaryOperator =
  | 'or'
  | 'and'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'

export type LoopField = '$index' | '$first' | '$last'

/** A step of a path: a name, or an index that is itself computed. */
export type PathStep = { readonly key: string } | { readonly index: Expression }

/** `total-descuento` as a name, and its parts when it is a difference. */
export type HyphenedName = { readonly whole: Expression; readonly first: Expression }

/** The expression in a tag, read once when the template is compiled. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null | undefined }
  | {
      readonly kind: 'path'
      /** First name, looked up from the innermost scope outwards; undefined for `.` and `this`. */
      readonly root: string | undefined
      readonly steps: readonly PathStep[]
      /** As written, for messages and names. */
      readonly text: string
    }
  /** A data key that is not a word, such as `first name`: looked up whole first, else read as an expression. */
  | { readonly kind: 'named'; readonly name: string; readonly otherwise: Expression }
  /** Names with a hyphen, each of which may be a name or a difference. */
  | {
      readonly kind: 'hyphened'
      readonly names: readonly HyphenedName[]
      /**
       * The possible readings: at 0 all of them are names, and where bit i of the index is set, the i-th is a
       * difference.
       */
      readonly readings: readonly Expression[]
    }
  | { readonly kind: 'loop'; readonly field: LoopField }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'negative'; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'choice'
      readonly condition: Expression
      readonly yes: Expression
      readonly no: Expression
    }
  | {
      readonly kind: 'filter'
      readonly name: string
      readonly input: Expression
      readonly args: readonly Expression[]
      /** The first argument when it is a formula over the items' fields. */
      readonly each?: Expression
    }
