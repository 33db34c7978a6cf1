import type { Message } from '../../messages/message.ts'

/** What is wrong with a CFDI: where, in words, and the SAT's own code where its rules have one (CFDI40xxx, CRP20xxx). */
export interface CfdiProblem {
  /** The path to the attribute or element: `Conceptos[0].Impuestos.Traslados[1].Importe`. */
  readonly field: string
  readonly message: Message
  readonly code?: string
}

/** A document that is all wrong is not described to its end. */
export const MAX_PROBLEMS = 100

/** A rule that was looked at: whether it is broken, where, and what to say and which code then. */
type Finding = readonly [
  isWrong: boolean,
  field: string,
  message: Message,
  code?: string | undefined,
]

/** Problems as they are found, up to the most that are told. */
export class Problems {
  readonly #found: CfdiProblem[] = []

  add(field: string, message: Message, code?: string): void {
    if (this.#found.length >= MAX_PROBLEMS) return
    this.#found.push(code === undefined ? { field, message } : { field, message, code })
  }

  /** Adds a problem where a rule does not hold. */
  addAll(findings: readonly Finding[]): void {
    for (const [isWrong, field, message, code] of findings)
      if (isWrong) this.add(field, message, code)
  }

  get all(): readonly CfdiProblem[] {
    return this.#found
  }
}
