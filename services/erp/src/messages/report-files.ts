import { message } from './message.ts'

// Why a report does not leave as a file.

export const TOO_MANY_ROWS = message<{
  readonly rows: number
  readonly most: number
  readonly format: string
}>({
  en: ({ rows, most, format }) =>
    `The report has ${rows} rows; as ${format} it leaves with at most ${most}. Ask for less, such as fewer days.`,
  es: ({ rows, most, format }, say) =>
    `El reporte tiene ${say.amount(String(rows))} renglones; en ${format} sale con ${say.amount(String(most))} como máximo. ` +
    'Pide menos, por ejemplo menos días.',
})

export const PDF_WITHOUT_DOCUMENTS = message({
  en: () =>
    'PDF files are made by the service documents, which this installation does not have: set DOCUMENTS_URL and DOCUMENTS_API_KEY, or ask for xlsx.',
  es: () =>
    'Los PDF los hace el servicio documents, que esta instalación no tiene: define DOCUMENTS_URL y DOCUMENTS_API_KEY, o pide el reporte en Excel.',
})

/** The reason is what documents said. */
export const PDF_NOT_MADE = message<{ readonly reason: string }>({
  en: ({ reason }) => `The report cannot be made a PDF: ${reason}`,
  es: ({ reason }) => `El reporte no se pudo convertir a PDF: ${reason}`,
})
