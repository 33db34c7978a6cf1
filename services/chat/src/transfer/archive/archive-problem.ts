/** Why an archive is refused: what is wrong, where, and what is allowed. */
export class ArchiveProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ArchiveProblem'
  }
}
