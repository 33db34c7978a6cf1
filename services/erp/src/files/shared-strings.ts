import { TOO_MANY_TEXTS } from '../messages/files.ts'
import { FileProblem } from './file-problem.ts'

const FIRST_BYTES = 1024 * 1024
const FIRST_COUNT = 16_384
// Texts are stored once; a workbook with more different ones than this should be sent as CSV.
const MAX_BYTES = 256 * 1024 * 1024
const MAX_COUNT = 16 * 1024 * 1024

/** The texts of a workbook, by index: in one growing buffer, since a million small strings would cost ten times as much. */
export class SharedStrings {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #ends = new Uint32Array(FIRST_COUNT)
  #used = 0
  #count = 0

  /** @throws FileProblem when there is too much text */
  add(text: string): void {
    const length = Buffer.byteLength(text)
    if (this.#used + length > MAX_BYTES || this.#count === MAX_COUNT) {
      throw new FileProblem(TOO_MANY_TEXTS())
    }
    if (this.#used + length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#used + length))
      this.#bytes.copy(larger, 0, 0, this.#used)
      this.#bytes = larger
    }
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2)
      larger.set(this.#ends)
      this.#ends = larger
    }
    this.#bytes.write(text, this.#used)
    this.#used += length
    this.#ends[this.#count] = this.#used
    this.#count += 1
  }

  get(index: number): string {
    const start = index === 0 ? 0 : (this.#ends[index - 1] ?? 0)
    return index < this.#count ? this.#bytes.toString('utf8', start, this.#ends[index]) : ''
  }
}
