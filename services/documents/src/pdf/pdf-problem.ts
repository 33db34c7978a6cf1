/** Why a PDF cannot be used. */
export class PdfProblem extends Error {
  readonly reason: 'broken' | 'encrypted' | 'too-large'

  constructor(reason: PdfProblem['reason'], message: string) {
    super(message)
    this.name = 'PdfProblem'
    this.reason = reason
  }
}

export function broken(message: string): PdfProblem {
  return new PdfProblem('broken', message)
}
