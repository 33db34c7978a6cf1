/** A file that cannot be read as what it claims to be; the message is for the person who sent it. */
export class FileProblem extends Error {
  /** The row that was being read, counted as a spreadsheet counts, or null for the file as a whole. */
  readonly row: number | null

  constructor(message: string, row: number | null = null) {
    super(message)
    this.name = 'FileProblem'
    this.row = row
  }
}
