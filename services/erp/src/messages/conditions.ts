import { message } from './message.ts'

// Why the condition of a rule cannot be read: parts of sentences that name the rule.

export const CONDITION_IS_OBJECT = message({
  en: () => 'it must be an object',
  es: () => 'debe ser un objeto',
})

interface OfPart {
  readonly part: string
}

export const CONDITION_HAS_AMOUNT = message<OfPart>({
  en: ({ part }) => `${part} must be an amount`,
  es: ({ part }) => `${part} debe ser un importe`,
})

export const CONDITION_KNOWS_NOT = message<OfPart>({
  en: ({ part }) => `a condition cannot check ${part}`,
  es: ({ part }) => `una condición no puede revisar ${part}`,
})

export const CONDITION_HAS_IDS = message<OfPart>({
  en: ({ part }) => `${part} must be an id or a list of ids`,
  es: ({ part }) => `${part} debe ser un id o una lista de ids`,
})
