import { message, spoken, type Message } from './message.ts'

// What is told of the PAC that stamps for the service.

export const PAC_NOT_VALID = message<{ readonly environment: string }>({
  en: ({ environment }) =>
    environment === 'simulador'
      ? 'The simulator answers: nothing that is stamped is valid. PAC_URL, PAC_USER and PAC_PASSWORD of the service set a PAC.'
      : "The PAC's test environment answers: what is stamped is not valid.",
  es: ({ environment }) =>
    environment === 'simulador'
      ? 'Responde el simulador: nada de lo timbrado tiene validez. Quien opera el servicio configura un PAC con PAC_URL, PAC_USER y PAC_PASSWORD.'
      : 'Responde el ambiente de pruebas del PAC: lo timbrado no tiene validez.',
})

export const PAC_SILENT = message<{ readonly what: Message | string }>({
  en: ({ what }, say) => `The PAC does not answer now; try again. ${spoken(what, say)}`,
  es: ({ what }, say) => `El PAC no responde por ahora; intenta otra vez. ${spoken(what, say)}`,
})

export const PAC_REFUSES = message<{ readonly what: Message | string }>({
  en: ({ what }, say) =>
    `The PAC does not let the service in: whoever runs it looks at PAC_URL, PAC_USER and PAC_PASSWORD. ${spoken(what, say)}`,
  es: ({ what }, say) =>
    `El PAC no deja entrar al servicio: quien lo opera debe revisar PAC_URL, PAC_USER y PAC_PASSWORD. ${spoken(what, say)}`,
})

export const NO_CSD_IN_FORCE = message<{ readonly number: string }>({
  en: ({ number }) => `The certificate ${number} seals nothing: it is no CSD in force.`,
  es: ({ number }) => `El certificado ${number} no sella nada: no es un CSD vigente.`,
})
