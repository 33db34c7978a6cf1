import { message, spoken, type Message } from './message.ts'

// Why a CFDI that somebody else issued is not taken.

export const XML_GIVEN_ONCE = message({
  en: () => 'Give the XML of the CFDI either as adjunto or as xml.',
  es: (_, say) =>
    `Da el XML del CFDI sólo una vez: en ${say.any(['adjunto', 'xml'].map((name) => say.field(name)))}.`,
})

interface OfFile {
  /** Of the file. */
  readonly name: string
}

/** `what`: such as `an XML`. */
export const FILE_HAS_TOO_MANY_BYTES = message<
  OfFile & { readonly size: number; readonly what: Message | string; readonly most: number }
>({
  en: ({ name, size, what, most }, say) =>
    `${name} has ${size} bytes; ${spoken(what, say)} may have ${most} at most.`,
  es: ({ name, size, what, most }, say) =>
    `${name} tiene ${size} bytes; ${spoken(what, say)} puede tener ${most} como máximo.`,
})

export const AN_XML = message({
  en: () => 'an XML',
  es: () => 'un XML',
})

export const A_STATEMENT = message({
  en: () => 'a statement',
  es: () => 'un estado de cuenta',
})

export const FILE_IS_GONE = message<OfFile>({
  en: ({ name }) => `The content of ${name} is not there.`,
  es: ({ name }) => `No se encuentra el contenido de ${name}.`,
})

export const NO_XML_ALLOWED = message({
  en: () => 'No TipoArchivo allows files of the extension xml; add one.',
  es: () => 'Ningún tipo de archivo permite la extensión xml; agrega uno.',
})

// Whose it is, and what kind.

export const CFDI_FOR_OTHER = message<{ readonly receiver: string; readonly own: string }>({
  en: ({ receiver, own }) => `The CFDI is for ${receiver}, but the RFC of the company is ${own}.`,
  es: ({ receiver, own }) => `El CFDI es para ${receiver}, pero el RFC de la empresa es ${own}.`,
})

export const ISSUER_UNKNOWN = message<OfFile & { readonly rfc: string }>({
  en: ({ rfc, name }) =>
    `There is no Proveedor with the RFC ${rfc} of the issuer (${name}); create it first.`,
  es: ({ rfc, name }) =>
    `No hay ningún proveedor con el RFC ${rfc} del emisor (${name}); créalo primero.`,
})

export const CFDI_OF_OTHER_KIND = message<{ readonly kind: string; readonly wanted: string }>({
  en: ({ kind, wanted }) => `The CFDI is of the kind ${kind}; this takes ${wanted}.`,
  es: ({ kind, wanted }) => `El CFDI es de tipo ${kind}; aquí va uno de tipo ${wanted}.`,
})

export const CFDI_IS_REGISTERED = message<{ readonly uuid: string }>({
  en: ({ uuid }) => `The CFDI ${uuid} is registered already.`,
  es: ({ uuid }) => `El CFDI ${uuid} ya está registrado.`,
})

/** `place`: the attribute, as the SAT calls it. */
export const CFDI_TOO_FINE = message<{
  readonly place: string
  readonly amount: string
  readonly currency: string
  readonly decimals: number
}>({
  en: ({ place, amount, currency, decimals }) =>
    `${place} is ${amount} ${currency}, but amounts are kept with ${decimals} decimals in every currency; ask the ` +
    'supplier for one whose amounts have no more, or in another currency.',
  es: ({ place, amount, currency, decimals }, say) =>
    `${place} es ${say.amount(amount)} ${currency}, pero los importes se guardan con ${decimals} decimales en ` +
    'cualquier moneda; pide al proveedor un CFDI con importes de no más decimales, o en otra moneda.',
})

// Its seal and its stamp.

export const SEAL_NOT_VERIFIED = message<{ readonly unknown: readonly string[] }>({
  en: ({ unknown }) =>
    `The seal could not be verified, since ${unknown.join(', ')} is not known here; the SAT says that the CFDI is in force.`,
  es: ({ unknown }, say) =>
    `No se pudo verificar el sello porque aquí no se conoce ${say.all(unknown)}; el SAT dice que el CFDI está vigente.`,
})

export const NOT_STAMPED = message({
  en: () => 'The CFDI is not stamped.',
  es: () => 'El CFDI no está timbrado.',
})

export const STAMP_NOT_VERIFIED_NOW = message<{ readonly why: Message | string }>({
  en: ({ why }, say) => `The stamp cannot be verified now: ${spoken(why, say)}`,
  es: ({ why }, say) => `Por ahora no se puede verificar el timbre: ${spoken(why, say)}`,
})

export const SAT_NOT_ASKED = message<{ readonly why: Message | string }>({
  en: ({ why }, say) => `${spoken(why, say)} Nothing was registered; try again.`,
  es: ({ why }, say) => `${spoken(why, say)} No se registró nada; inténtalo de nuevo.`,
})

/** `estado`: as the SAT says it. */
export const CFDI_NOT_IN_FORCE = message<{ readonly uuid: string; readonly estado: string }>({
  en: ({ uuid, estado }) =>
    `The SAT says of the CFDI ${uuid}: ${estado}. Ask the supplier for one that is in force.`,
  es: ({ uuid, estado }) =>
    `El SAT dice del CFDI ${uuid}: ${estado}. Pide al proveedor uno vigente.`,
})

export const ISSUER_LISTED = message<{ readonly rfc: string; readonly code: string }>({
  en: ({ rfc, code }) => `The SAT lists ${rfc} by article 69-B (ValidacionEFOS ${code}).`,
  es: ({ rfc, code }) =>
    `El SAT tiene a ${rfc} en la lista del artículo 69-B (ValidacionEFOS ${code}).`,
})

/** A problem with the code that the SAT has for it. */
export const WITH_CODE_OF_SAT = message<{
  readonly what: Message | string
  readonly code: string
}>({
  en: ({ what, code }, say) => `${spoken(what, say)} (${code})`,
  es: ({ what, code }, say) => `${spoken(what, say)} (código ${code})`,
})

// Complements of payments.

export const HAS_NO_PAYMENTS = message({
  en: () => 'The CFDI has no complement of payments.',
  es: () => 'El CFDI no tiene complemento de pagos.',
})

export const NO_PAYMENT_WAITS = message<{ readonly uuid: string }>({
  en: ({ uuid }) => `No payment that is applied to the invoice ${uuid} waits for its complement.`,
  es: ({ uuid }) => `Ningún pago aplicado a la factura ${uuid} espera su complemento de pago.`,
})

export const PAYMENTS_DIFFER = message<{
  readonly uuid: string
  readonly said: string
  /** What was paid of the invoice, and by which payments. */
  readonly payments: readonly { readonly amount: string; readonly folio: string }[]
}>({
  en: ({ uuid, said, payments }) => {
    const paid = payments.map(({ amount, folio }) => `${amount} by ${folio}`).join(', ')
    return `The complement says that ${said} were paid of the invoice ${uuid}, but it was ${paid}.`
  },
  es: ({ uuid, said, payments }, say) => {
    const paid = payments.map(({ amount, folio }) => `${say.amount(amount)} con ${folio}`)
    return `El complemento dice que se pagó ${say.amount(said)} de la factura ${uuid}, pero se pagó ${say.all(paid)}.`
  },
})
