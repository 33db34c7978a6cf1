import { message } from './message.ts'

// Why a record has no printed form.

export const SALE_WITHOUT_CFDI = message<{ readonly id: string }>({
  en: ({ id }) => `Venta ${id} has no CFDI yet; timbrar_venta makes one.`,
  es: ({ id }, say) =>
    `${say.model('Venta')} ${id} todavía no tiene CFDI; ${say.field('timbrar_venta')} lo hace.`,
})

export const CFDI_WITHOUT_XML = message<{ readonly id: string }>({
  en: ({ id }) => `Cfdi ${id} has no XML, so it has no printed form.`,
  es: ({ id }) => `El CFDI ${id} no tiene XML, así que no se puede imprimir.`,
})

export const XML_NO_CFDI = message<{ readonly id: string }>({
  en: ({ id }) => `The XML of Cfdi ${id} is no CFDI.`,
  es: ({ id }) => `El XML del CFDI ${id} no es un CFDI.`,
})

export const CFDI_WITHOUT_STAMP = message<{ readonly id: string }>({
  en: ({ id }) => `Cfdi ${id} has no stamp yet, so it has no printed form.`,
  es: ({ id }) => `El CFDI ${id} todavía no está timbrado, así que no se puede imprimir.`,
})

export const FORM_SHOWS_HIDDEN = message<{ readonly field: string; readonly model: string }>({
  en: ({ field, model }) =>
    `The form shows ${field} of ${model}, which your profile hides from you.`,
  es: ({ field, model }, say) =>
    `El formato muestra ${say.field(field, model)} de ${say.model(model)}, que tu perfil te oculta.`,
})

const PARTS = { template: 'la plantilla', logo: 'el logotipo' } as const

interface FormPart {
  readonly part: keyof typeof PARTS
  readonly form: string
}

export const FORM_PART_TOO_LARGE = message<
  FormPart & { readonly bytes: number; readonly most: number }
>({
  en: ({ part, form, bytes, most }) =>
    `The ${part} of the FormatoImpresion ${form} has ${bytes} bytes; it may have ${most}.`,
  es: ({ part, form, bytes, most }) =>
    `En el formato de impresión ${form}, ${PARTS[part]} tiene ${bytes} bytes; puede tener ${most}.`,
})

export const FORM_PART_GONE = message<FormPart>({
  en: ({ part, form }) =>
    `The ${part} of the FormatoImpresion ${form} is not there; attach it again.`,
  es: ({ part, form }) =>
    `En el formato de impresión ${form} ya no está ${PARTS[part]}; adjúntalo de nuevo.`,
})

export const ORDER_TOO_LONG = message<{
  readonly folio: string
  readonly lines: number
  readonly most: number
}>({
  en: ({ folio, lines, most }) =>
    `The purchase ${folio} has ${lines} lines; a form shows at most ${most}. Export them as a file instead.`,
  es: ({ folio, lines, most }) =>
    `La compra ${folio} tiene ${lines} renglones; un formato muestra ${most} como máximo. Expórtalos a un archivo.`,
})

export const NO_FORM = message<{ readonly model: string; readonly known: readonly string[] }>({
  en: ({ model, known }) => `${model} has no form; there are forms of ${known.join(', ')}.`,
  es: ({ model, known }, say) =>
    `${say.model(model)} no tiene formato de impresión; lo tienen ${say.all(known.map((name) => say.model(name)))}.`,
})

export const DOCUMENTS_ABSENT = message({
  en: () =>
    'Forms are made by the service documents, which this installation does not have: set DOCUMENTS_URL and DOCUMENTS_API_KEY.',
  es: () =>
    'Los formatos los hace el servicio documents, que esta instalación no tiene: define DOCUMENTS_URL y DOCUMENTS_API_KEY.',
})

export const TOO_MANY_FORMS = message({
  en: () => 'Too many forms are being made.',
  es: () => 'Se están haciendo demasiados formatos; inténtalo de nuevo.',
})

export const DOCUMENTS_SILENT = message<{ readonly reason: string }>({
  en: ({ reason }) => `Forms cannot be made now: documents does not answer (${reason}).`,
  es: ({ reason }) =>
    `Por ahora no se pueden hacer formatos: el servicio documents no responde (${reason}).`,
})

export const DOCUMENTS_REFUSES = message<{ readonly reason: string }>({
  en: ({ reason }) =>
    `documents does not take requests of this service (${reason}): look at DOCUMENTS_URL and DOCUMENTS_API_KEY.`,
  es: ({ reason }) =>
    `El servicio documents no acepta peticiones de éste (${reason}): revisa DOCUMENTS_URL y DOCUMENTS_API_KEY.`,
})

/** The reason is what documents said. */
export const FORM_NOT_MADE = message<{ readonly reason: string }>({
  en: ({ reason }) => `The form cannot be made: ${reason}`,
  es: ({ reason }) => `El formato no se puede hacer: ${reason}`,
})
