import { message, type Message } from './message.ts'
import { inState } from './states.ts'

// Why somebody does not authorize a purchase or a programme of payments.

interface OfDocument {
  readonly document: Message
}

export const APPROVED_BY_YOU = message<OfDocument>({
  en: ({ document }, say) =>
    `${document.in(say)} is en_autorizacion and has your approval; another approver must follow.`,
  es: ({ document }, say) => {
    const state = inState(say, { model: 'Compra', state: 'en_autorizacion' })
    return `${document.in(say)} está en ${state} y ya tiene tu autorización; falta la de otra persona.`
  },
})

export const ABOVE_YOUR_LIMIT = message<OfDocument>({
  en: ({ document }, say) =>
    `${document.in(say)} cannot be authorized by you: its total is above your limit.`,
  es: ({ document }, say) => `No puedes autorizar ${document.in(say)}: su total rebasa tu límite.`,
})

export const NOT_YOUR_LEVEL = message<
  OfDocument & { readonly level: number; readonly flow: string }
>({
  en: ({ document, level, flow }, say) =>
    `${document.in(say)} cannot be authorized by you: it waits for level ${level} of the flow ${flow}, and you are not its approver.`,
  es: ({ document, level, flow }, say) =>
    `No puedes autorizar ${document.in(say)}: espera el nivel ${level} del flujo ${flow}, y no te toca autorizarlo.`,
})

export const FLOW_UNREADABLE = message<{ readonly flow: string; readonly why: Message }>({
  en: ({ flow, why }, say) => `the condition of the flow ${flow} cannot be read: ${why.in(say)}.`,
  es: ({ flow, why }, say) => `No se puede leer la condición del flujo ${flow}: ${why.in(say)}.`,
})

/** A budget that a purchase would exceed; amounts in the company's currency. */
export const BUDGET_SHORT = message<
  OfDocument & {
    readonly wanted: string
    readonly left: string
    /** The id of the budget line. */
    readonly line: string
    readonly control: string
    readonly scope: string
  }
>({
  en: ({ document, wanted, left, line, control, scope }, say) =>
    `${document.in(say)} needs ${wanted} of the budget line ${line}, of which ${left} is left by the control ` +
    `${control} (${scope}); raise that PresupuestoPartida or charge another.`,
  es: ({ document, wanted, left, line, control, scope }, say) => {
    const which = say.choice(scope, { model: 'ControlPresupuesto', field: 'alcance' })
    return (
      `${document.in(say)} necesita ${say.amount(wanted)} de la partida de presupuesto ${line}, a la que le queda ` +
      `${say.amount(left)} según el control ${control} («${which}»); aumenta esa partida o carga la compra a otra.`
    )
  },
})

// Of programmes of payments.

export const NOT_COMPARED_WITH_LIMITS = message<OfDocument & { readonly currency: string }>({
  en: ({ document, currency }, say) =>
    `${document.in(say)} cannot be compared with limits: there is no TipoCambio of ${currency} for today; add it.`,
  es: ({ document, currency }, say) =>
    `No se puede comparar ${document.in(say)} con los límites: no hay tipo de cambio de ${currency} para hoy; agrégalo.`,
})

export const NEEDS_MORE_SIGNATURES = message<OfDocument & { readonly flow: string }>({
  en: ({ document, flow }, say) =>
    `${document.in(say)} needs more than one signature by the flow ${flow}; a payment programme has one.`,
  es: ({ document, flow }, say) =>
    `${document.in(say)} necesita más de una firma según el flujo ${flow}; una programación de pago lleva una sola.`,
})
