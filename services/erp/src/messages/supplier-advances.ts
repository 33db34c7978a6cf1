import { message, type Message } from './message.ts'

// Advances to suppliers, and how they are applied to invoices.

const ADVANCE = 'AnticipoProveedor'
const APPLICATION = 'AnticipoProveedorAplicacion'

interface OfAdvance {
  readonly id: string
}

interface OfPayment extends OfAdvance {
  /** The id of the payment that made the advance. */
  readonly payment: string
}

export const ADVANCE_OF_PAYMENT = message<OfPayment>({
  en: ({ id, payment }) =>
    `AnticipoProveedor ${id} was made by PagoProveedor ${payment}: cancelar_pago takes both back.`,
  es: ({ id, payment }, say) =>
    `${say.model(ADVANCE)} ${id} salió de ${say.model('PagoProveedor')} ${payment}: usa ${say.field('cancelar_pago')}, que cancela los dos.`,
})

export const ADVANCE_STAYS = message<OfPayment & { readonly field: string }>({
  en: ({ id, payment, field }) =>
    `AnticipoProveedor ${id} was made by PagoProveedor ${payment}: ${field} cannot change; cancelar_pago takes it back.`,
  es: ({ id, payment, field }, say) =>
    `${say.model(ADVANCE)} ${id} salió de ${say.model('PagoProveedor')} ${payment}: ${say.field(field, ADVANCE)} no ` +
    `se puede cambiar; para deshacerlo usa ${say.field('cancelar_pago')}.`,
})

export const ADVANCE_NOT_DELETED = message<OfAdvance>({
  en: ({ id }) => `AnticipoProveedor ${id} was paid or applied, and cannot be deleted.`,
  es: ({ id }, say) =>
    `${say.model(ADVANCE)} ${id} ya se pagó o se aplicó, y no se puede eliminar.`,
})

export const APPLIED_AFTER_TODAY = message<{ readonly fecha: string; readonly today: string }>({
  en: ({ fecha, today }) => `fecha is ${fecha}, after today, ${today}.`,
  es: ({ fecha, today }, say) => `${say.field('fecha')} es ${fecha}, posterior a hoy, ${today}.`,
})

export const APPLIES_NOTHING = message({
  en: () => 'importe must be above zero.',
  es: (_, say) => `${say.field('importe')} debe ser mayor que cero.`,
})

/** `document`: the advance; `against`: the invoice. */
export const APPLIES_TOO_MUCH = message<{
  readonly importe: string
  readonly document: Message
  readonly left: string
  readonly against: Message
  readonly owed: string
}>({
  en: ({ importe, document, left, against, owed }, say) =>
    `importe is ${importe}, but ${document.in(say)} has ${left} and ${against.in(say)} ${owed} left.`,
  es: ({ importe, document, left, against, owed }, say) =>
    `${say.field('importe')} es ${say.amount(importe)}, pero el saldo de ${document.in(say)} es ${say.amount(left)} ` +
    `y el de ${against.in(say)}, ${say.amount(owed)}.`,
})

export const NO_APPLICATION = message<OfAdvance>({
  en: ({ id }) => `There is no AnticipoProveedorAplicacion ${id}.`,
  es: ({ id }, say) => `No existe ${say.model(APPLICATION)} ${id}.`,
})

export const APPLICATION_CANCELLED = message<OfAdvance>({
  en: ({ id }) => `AnticipoProveedorAplicacion ${id} is cancelada already.`,
  es: ({ id }, say) => `${say.model(APPLICATION)} ${id} ya está cancelada.`,
})
