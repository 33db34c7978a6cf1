import { tell, type Told } from '../messages/say.ts'

/** Why a PDF cannot be used. */
export class PdfProblem extends Error {
  readonly reason: 'broken' | 'encrypted' | 'too-large'
  readonly told: Told

  constructor(reason: PdfProblem['reason'], told: Told) {
    super(tell(told, 'en'))
    this.name = 'PdfProblem'
    this.reason = reason
    this.told = told
  }
}

export function broken(told: Told): PdfProblem {
  return new PdfProblem('broken', told)
}
