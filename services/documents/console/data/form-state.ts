import type { DataPath } from './data-path.ts'

/** What a form is made of: the data, what is wrong with it, and how it changes. */
export interface FormState {
  readonly data: unknown
  /** Messages by the place that they are about, such as `/partidas/0/clave`. */
  readonly errors: ReadonlyMap<string, string>
  readonly change: (path: DataPath, value: unknown) => void
}
