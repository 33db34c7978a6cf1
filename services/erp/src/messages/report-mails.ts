import { message } from './message.ts'

// What is told of reports that are sent by mail.

export const NO_REPORT_MAIL = message<{ readonly id: string }>({
  en: ({ id }) => `There is no sending of reports ${id}.`,
  es: ({ id }) => `No hay un envío de reportes ${id}.`,
})

export const NO_SENT_REPORT = message<{ readonly name: string }>({
  en: ({ name }) => `There is no report ${name} that can be sent.`,
  es: ({ name }) => `No hay un reporte ${name} que se pueda enviar.`,
})

export const REPORT_MAILS_AT_MOST = message<{ readonly most: number }>({
  en: ({ most }) => `A company has at most ${most} sendings of reports; delete one first.`,
  es: ({ most }) => `Una empresa tiene ${most} envíos de reportes como máximo; elimina uno antes.`,
})

export const RECEIVER_UNKNOWN = message<{ readonly id: string }>({
  en: ({ id }) => `Usuario ${id} is no active user of this company with a mail address.`,
  es: ({ id }) => `El usuario ${id} no es un usuario activo de esta empresa con correo.`,
})

export const RECEIVER_REQUIRED = message({
  en: () => 'Nobody receives the report any more; add a receiver.',
  es: () => 'Ya nadie recibe el reporte; agrega a quien lo reciba.',
})

export const RANGE_WITHOUT_DAYS = message({
  en: () => 'The report has no days to choose; leave rango out.',
  es: (_, say) => `El reporte no tiene fechas que elegir; omite ${say.field('rango')}.`,
})

export const RANGE_OR_DAYS = message({
  en: () => 'Give either rango, or the days in parametros.',
  es: (_, say) => `Da ${say.field('rango')} o las fechas en los parámetros, no ambos.`,
})

export const DAY_OF_RHYTHM = message<{ readonly most: number }>({
  en: ({ most }) => `dia must be a whole number from 1 to ${most}.`,
  es: ({ most }, say) => `${say.field('dia')} debe ser un número entero de 1 a ${most}.`,
})

export const TEXTS_BY_NAME = message({
  en: () => 'an object whose values are texts',
  es: () => 'un objeto cuyos valores son textos',
})

export const IDS_OF_PEOPLE = message<{ readonly most: number }>({
  en: ({ most }) => `a list of 1 to ${most} ids of Usuario`,
  es: ({ most }) => `una lista de 1 a ${most} identificadores de usuarios`,
})

export const STILL_ON_THE_WAY = message<{ readonly id: string }>({
  en: ({ id }) =>
    `Mails of the sending ${id} are still on their way; wait until they have arrived.`,
  es: ({ id }) => `Los correos del envío ${id} todavía están en camino; espera a que lleguen.`,
})

export const RECEIVER_GONE = message({
  en: () => 'the user is not active or has no mail address',
  es: () => 'el usuario no está activo o no tiene correo',
})

export const RECEIVER_MAY_NOT = message({
  en: () => 'the user has no right to see the report',
  es: () => 'el usuario no tiene permiso de ver el reporte',
})

export const RECEIVER_LEFT = message({
  en: () => 'the user takes the report no longer',
  es: () => 'el usuario ya no recibe el reporte',
})

export const SENDING_GONE = message({
  en: () => 'the sending was deleted',
  es: () => 'el envío se eliminó',
})

export const REPORT_GONE = message({
  en: () => 'the report does not exist any more',
  es: () => 'el reporte ya no existe',
})
