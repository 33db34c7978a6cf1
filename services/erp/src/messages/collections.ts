import { message, spoken, type Message } from './message.ts'
import { inState } from './states.ts'

// What keeps money of customers from being collected, or a collection from being taken back; and its complement.

interface OfCollection {
  readonly id: string
}

/** A complement of payments that is still to come, and why. */
export const COMPLEMENT_LATER = message<{ readonly why: Message | string }>({
  en: ({ why }, say) =>
    `The money is collected, but its complement of payments is not made: ${spoken(why, say)} Mend it and call timbrar_complemento.`,
  es: ({ why }, say) =>
    `El dinero está cobrado, pero su complemento de pagos no se hizo: ${spoken(why, say)} Corrígelo y usa ${say.field('timbrar_complemento')}.`,
})

export const COLLECTED_AHEAD = message<{ readonly day: string; readonly today: string }>({
  en: ({ day, today }) => `fecha is ${day}, but money is collected up to today, ${today}.`,
  es: ({ day, today }, say) =>
    `${say.field('fecha')} es ${day}, pero se cobra a más tardar hoy, ${today}.`,
})

export const BANK_OF_OTHER_CURRENCY = message<{ readonly currency: string }>({
  en: ({ currency }) =>
    `cuenta_bancaria: the account, named here or by forma_pago, is not kept in ${currency}.`,
  es: ({ currency }, say) =>
    `${say.field('cuenta_bancaria')}: la cuenta, la indicada aquí o la de ${say.field('forma_pago')}, no está en ${currency}.`,
})

export const BANK_NOT_ACTIVE = message({
  en: () => 'cuenta_bancaria: the account, named here or by forma_pago, is not active.',
  es: (_, say) =>
    `${say.field('cuenta_bancaria')}: la cuenta, la indicada aquí o la de ${say.field('forma_pago')}, no está activa.`,
})

export const APPLIED_BEYOND = message<
  OfCollection & { readonly amount: string; readonly taken: string }
>({
  en: ({ id, amount, taken }) =>
    `importe is ${amount}, but the applications of CobroCliente ${id} take ${taken}.`,
  es: ({ id, amount, taken }, say) =>
    `${say.field('importe')} es ${say.amount(amount)}, pero las aplicaciones de ${say.model('CobroCliente')} ${id} suman ${say.amount(taken)}.`,
})

/** What is done with a collection before it is taken back. */
export const COLLECTION_KEPT = {
  complement: message<OfCollection & { readonly cfdi: string; readonly state: string }>({
    en: ({ id, cfdi, state }) =>
      `CobroCliente ${id} has the complement of payments Cfdi ${cfdi}, which is ${state}: cancel that first.`,
    es: ({ id, cfdi, state }, say) =>
      `${say.model('CobroCliente')} ${id} tiene el complemento de pago CFDI ${cfdi}, que está en ${inState(say, { model: 'Cfdi', state })}: cancélalo antes.`,
  }),
  invoicedAdvance: message<OfCollection & { readonly advance: string; readonly cfdi: string }>({
    en: ({ id, advance, cfdi }) =>
      `CobroCliente ${id} left the advance ${advance}, which has the invoice Cfdi ${cfdi}: cancelar_cfdi of that first.`,
    es: ({ id, advance, cfdi }, say) =>
      `${say.model('CobroCliente')} ${id} dejó el anticipo ${advance}, que tiene la factura CFDI ${cfdi}: usa antes en él ${say.field('cancelar_cfdi')}.`,
  }),
  usedAdvance: message<OfCollection & { readonly advance: string; readonly state: string }>({
    en: ({ id, advance, state }) =>
      `CobroCliente ${id} left the advance ${advance}, which is ${state}: take that back first.`,
    es: ({ id, advance, state }, say) =>
      `${say.model('CobroCliente')} ${id} dejó el anticipo ${advance}, que está en ` +
      `${inState(say, { model: 'AnticipoVenta', state })}: deshaz antes lo que se hizo con él.`,
  }),
  deposited: message<OfCollection & { readonly movement: string }>({
    en: ({ id, movement }) =>
      `CobroCliente ${id} came in at the bank: its movement ${movement} is reconciled. If the money went back, devolver_cobro.`,
    es: ({ id, movement }, say) =>
      `${say.model('CobroCliente')} ${id} entró al banco: su movimiento ${movement} está ` +
      `conciliado. Si el dinero se devolvió, usa ${say.field('devolver_cobro')}.`,
  }),
}

export const NOTHING_TO_TELL = message<OfCollection>({
  en: ({ id }) =>
    `CobroCliente ${id} pays no invoice in parts (PPD) that is stamped; the SAT is told nothing of it.`,
  es: ({ id }, say) =>
    `${say.model('CobroCliente')} ${id} no paga ninguna factura timbrada en parcialidades (PPD); no lleva complemento de pago.`,
})

export const NO_COMPLEMENT = message<OfCollection>({
  en: ({ id }) => `CobroCliente ${id} has no complement of payments.`,
  es: ({ id }, say) => `${say.model('CobroCliente')} ${id} no tiene complemento de pago.`,
})

export const SEVERAL_RECEIVERS = message<{ readonly rfc: string; readonly other: string }>({
  en: ({ rfc, other }) =>
    `Its invoices are of ${rfc} and of ${other}; a complement of payments has one receiver. Collect them one by one.`,
  es: ({ rfc, other }) =>
    `Sus facturas son de ${rfc} y de ${other}; un complemento de pago tiene un solo receptor. Cóbralas por separado.`,
})
