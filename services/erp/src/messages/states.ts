import { message } from './message.ts'
import type { Speech } from './speech.ts'

// What the state of a document forbids by hand.

interface Document {
  readonly model: string
  readonly id: string
  readonly state: string
}

interface Held extends Document {
  /** The action that takes the document back to where it can change; null: none. */
  readonly back: string | null
}

/** A state of a document, in quotes as Spanish has it. */
export function inState(say: Speech, { model, state }: Omit<Document, 'id'>): string {
  return `«${say.choice(state, { model, field: 'estado' })}»`
}

/** One of several states of a document, as Spanish has them. */
export function inAnyState(say: Speech, model: string, states: readonly string[]): string {
  return say.any(states.map((state) => inState(say, { model, state })))
}

export const STATE_MUST_BE = message<Document & { readonly states: readonly string[] }>({
  en: ({ model, id, state, states }) =>
    `${model} ${id} is ${state}; it must be ${states.join(' or ')}.`,
  es: ({ model, id, state, states }, say) =>
    `${say.model(model)} ${id} está en ${inState(say, { model, state })}; debe estar en ${inAnyState(say, model, states)}.`,
})

export const STATE_KEEPS_FIELD = message<Held & { readonly field: string }>({
  en: ({ model, id, state, field, back }) =>
    back === null
      ? `${model} ${id} is ${state}: ${field} cannot change.`
      : `${model} ${id} is ${state}: ${field} cannot change unless ${back} takes it back.`,
  es: ({ model, id, state, field, back }, say) =>
    back === null
      ? `${say.model(model)} ${id} está en ${inState(say, { model, state })}: ${say.field(field, model)} ya no se cambia.`
      : `${say.model(model)} ${id} está en ${inState(say, { model, state })}: para cambiar ${say.field(field, model)}, usa antes ${say.field(back)}.`,
})

export const STATE_KEEPS_LINES = message<Held>({
  en: ({ model, id, state, back }) =>
    back === null
      ? `${model} ${id} is ${state}: its lines cannot change.`
      : `${model} ${id} is ${state}: its lines cannot change unless ${back} takes it back.`,
  es: ({ model, id, state, back }, say) =>
    back === null
      ? `${say.model(model)} ${id} está en ${inState(say, { model, state })}: sus renglones ya no se cambian.`
      : `${say.model(model)} ${id} está en ${inState(say, { model, state })}: para cambiar sus renglones, usa antes ${say.field(back)}.`,
})

export const STATE_KEEPS_RECORD = message<Document>({
  en: ({ model, id, state }) => `${model} ${id} is ${state} and cannot be deleted.`,
  es: ({ model, id, state }, say) =>
    `${say.model(model)} ${id} está en ${inState(say, { model, state })} y no se puede eliminar.`,
})

export const STATE_OF_NEW = message<{
  readonly model: string
  readonly initial: readonly string[]
  readonly to: string
}>({
  en: ({ model, initial, to }) => `A new ${model} is ${initial.join(' or ')}, not ${to}.`,
  es: ({ model, initial, to }, say) => {
    const first = inAnyState(say, model, initial)
    return `Un registro nuevo de ${say.model(model)} empieza en ${first}, no en ${inState(say, { model, state: to })}.`
  },
})

export const STATE_NOT_REACHED = message<{
  readonly model: string
  readonly id: string
  readonly from: string
  readonly to: string
  /** Where it gets by hand. */
  readonly moves: readonly string[]
  /** What gets it there; null: nothing. */
  readonly action: string | null
}>({
  en: ({ model, id, from, to, moves, action }) => {
    if (action !== null) {
      return `${model} ${id} is ${from} and cannot become ${to}; ${action} does that.`
    }
    return moves.length === 0
      ? `${model} ${id} is ${from} and cannot become ${to}.`
      : `${model} ${id} is ${from} and cannot become ${to}; by hand it becomes ${moves.join(' or ')}.`
  },
  es: ({ model, id, from, to, moves, action }, say) => {
    const name = `${say.model(model)} ${id}`
    const [now, then] = [inState(say, { model, state: from }), inState(say, { model, state: to })]
    if (action !== null) {
      return `${name} está en ${now} y no pasa a ${then} a mano; de eso se encarga ${say.field(action)}.`
    }
    if (moves.length === 0) return `${name} está en ${now} y no puede pasar a ${then}.`
    const others = inAnyState(say, model, moves)
    return `${name} está en ${now} y no puede pasar a ${then}; a mano pasa a ${others}.`
  },
})
