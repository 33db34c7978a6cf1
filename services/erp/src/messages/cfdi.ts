import { message } from './message.ts'

// Why a CFDI stays as it is.

interface OfCfdi {
  readonly cfdi: string
}

export const SEALED = message<OfCfdi>({
  en: ({ cfdi }) =>
    `Cfdi ${cfdi} was sealed by the service; only the actions of its document change it.`,
  es: ({ cfdi }) =>
    `El servicio selló el CFDI ${cfdi}; sólo lo cambian las acciones de su documento.`,
})

export const BOOKED = message<OfCfdi>({
  en: ({ cfdi }) =>
    `Cfdi ${cfdi} is what a document of a supplier was made of; it stays as its issuer sent it.`,
  es: ({ cfdi }) =>
    `Del CFDI ${cfdi} se hizo un documento de un proveedor; se queda como lo envió su emisor.`,
})
