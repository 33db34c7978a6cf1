/** A value of an answer that is already JSON text, such as a list that the database made. */
export class JsonText<T = unknown> {
  readonly text: string
  /** Only for the type checker. */
  declare readonly type?: T

  constructor(text: string) {
    this.text = text
  }
}

/** Fields of an answer, each as a value or as the JSON text of one. */
export type Given<T> = { readonly [K in keyof T]: T[K] | JsonText<Exclude<T[K], undefined>> }
