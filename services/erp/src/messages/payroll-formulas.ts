import { message } from './message.ts'

// What is wrong with the formula of a company's own concept of payroll.

interface OfConcept {
  /** Its key. */
  readonly concept: string
}

export const FORMULA_UNREADABLE = message<OfConcept & { readonly problem: string }>({
  en: ({ concept, problem }) => `The formula of ${concept} is not understood: ${problem}`,
  es: ({ concept, problem }) => `No se entiende la fórmula de ${concept}: ${problem}`,
})

export const FORMULA_ABOUT_LINES = message<OfConcept>({
  en: ({ concept }) =>
    `The formula of ${concept} may name facts and concepts, but neither sums over lines nor what was written.`,
  es: ({ concept }) =>
    `La fórmula de ${concept} puede nombrar datos y conceptos, pero ni sumas de renglones ni lo capturado.`,
})

export const FORMULA_UNKNOWN_NAME = message<OfConcept & { readonly name: string }>({
  en: ({ concept, name }) =>
    `The formula of ${concept} names ${name}, which is neither a fact nor a concept with a formula.`,
  es: ({ concept, name }) =>
    `La fórmula de ${concept} nombra ${name}, que no es un dato ni un concepto con fórmula.`,
})

export const FORMULA_CYCLE = message<{ readonly cycle: string }>({
  en: ({ cycle }) => `These concepts need each other: ${cycle}.`,
  es: ({ cycle }) => `Estos conceptos se necesitan unos a otros: ${cycle}.`,
})
