/** JSON Schema, as OpenAPI takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The path to a value: the parameter’s name, then the keys and indexes inside it. */
export type Place = readonly (string | number)[]

/** What a value may be: it reads the value and describes it. */
export interface Kind<T> {
  /** True for kinds that take a form field’s text as it is; any other kind parses the text as JSON. */
  readonly isRaw: boolean
  /** The schema of the value as it is sent. */
  readonly schema: JsonSchema
  /** @throws the service’s own error (`Refuse`) for the first part that does not fit */
  check(value: unknown, place: Place): T
}

/** Why a value does not fit. */
export type Unfit =
  | {
      readonly problem: 'type'
      readonly expected: 'boolean' | 'integer' | 'text' | 'list' | 'object'
    }
  | { readonly problem: 'range'; readonly bound: 'min' | 'max'; readonly limit: number }
  | { readonly problem: 'choice'; readonly allowed: readonly (string | number)[] }
  | { readonly problem: 'characters'; readonly found: 'null' | 'surrogate' }
  | { readonly problem: 'blank' }
  | { readonly problem: 'length'; readonly max: number; readonly unit: 'characters' | 'items' }
  | { readonly problem: 'pattern'; readonly pattern: RegExp }
  | { readonly problem: 'missing' }
  | { readonly problem: 'unexpected' }

/** A service’s own error for a value that does not fit. */
export type Refuse = (why: Unfit, place: Place) => Error
