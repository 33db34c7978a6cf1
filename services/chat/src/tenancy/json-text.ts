/** A value of an answer that is already JSON text, such as a list that the database made. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
