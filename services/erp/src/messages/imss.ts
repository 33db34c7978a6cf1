import { message } from './message.ts'

// Why the IMSS is not told, or what it answered is not taken in.

interface OfEmployer {
  /** Of the registration. */
  readonly number: string
}

export const NO_SUCH_REGISTRATION = message<{ readonly id: string }>({
  en: ({ id }) => `There is no RegistroPatronal with id ${id}.`,
  es: ({ id }) => `No hay ningún registro patronal con el id ${id}.`,
})

export const BATCH_WITHOUT_GUIDE = message<OfEmployer>({
  en: ({ number }) => `guia_idse: registration ${number} has none; the subdelegation gives it.`,
  es: ({ number }, say) =>
    `Falta ${say.field('guia_idse')} del registro patronal ${number}; la da la subdelegación.`,
})

export const NOTHING_TO_TELL = message<OfEmployer>({
  en: ({ number }) => `Nothing waits to be told to the IMSS of registration ${number}.`,
  es: ({ number }) => `El registro patronal ${number} no tiene nada por avisar al IMSS.`,
})

export const WORKER_LACKS_NUMBER = message<{
  /** Of the Empleado. */
  readonly number: string
  readonly field: 'nss' | 'curp'
}>({
  en: ({ number, field }) => `${field}: Empleado ${number} has none, and the file needs it.`,
  es: ({ number, field }, say) =>
    `Falta ${say.field(field, 'Asociado')} del empleado ${number}; el archivo lo necesita.`,
})

export const TEXT_FILES_NOT_ALLOWED = message({
  en: () => 'TipoArchivo: text files (txt) are not allowed, and the batch is one.',
  es: (_, say) =>
    `${say.model('TipoArchivo')}: los archivos de texto (txt) no están permitidos, y el lote es uno.`,
})

export const REJECTED_MALFORMED = message({
  en: () =>
    'rechazados: a list of {"nss": "…", "tipo": "08", "motivo": "…"}, tipo and motivo as they are known.',
  es: (_, say) =>
    `${say.field('rechazados')}: es una lista de {"nss": "…", "tipo": "08", "motivo": "…"}, con el tipo y el motivo que se sepan.`,
})

export const REJECTED_NOT_IN_BATCH = message<{ readonly nss: string; readonly folio: string }>({
  en: ({ nss, folio }) => `rechazados: LoteIdse ${folio} has no such movement of ${nss}.`,
  es: ({ nss, folio }, say) =>
    `${say.field('rechazados')}: ${say.model('LoteIdse')} ${folio} no tiene ese movimiento de ${nss}.`,
})
