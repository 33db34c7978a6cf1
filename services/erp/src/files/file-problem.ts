import type { Message } from '../messages/message.ts'

/** A file that cannot be read as what it claims to be. */
export class FileProblem extends Error {
  /** For the person who sent it: a sentence without capital and period. */
  readonly what: Message
  /** The row that was being read, counted as a spreadsheet counts, or null for the file as a whole. */
  readonly row: number | null

  constructor(what: Message, row: number | null = null) {
    super(String(what))
    this.name = 'FileProblem'
    this.what = what
    this.row = row
  }
}
