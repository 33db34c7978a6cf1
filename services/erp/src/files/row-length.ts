import { ROW_TOO_LONG } from '../messages/files.ts'
import { FileProblem } from './file-problem.ts'

/** Of one cell, in characters: more is a missing quote, or made to fill memory. */
export const MAX_CELL_LENGTH = 4 * 1024 * 1024
const MAX_ROW_LENGTH = MAX_CELL_LENGTH

/** Counts the texts of a row: its cells may share one, each of which is a text of its own in memory. */
export class RowLength {
  #length = 0

  /** @throws FileProblem when the row holds too much */
  add(length: number, row: number): void {
    this.#length += length
    if (this.#length > MAX_ROW_LENGTH) throw new FileProblem(ROW_TOO_LONG(), row)
  }

  restart(): void {
    this.#length = 0
  }
}
