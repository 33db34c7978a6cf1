import { message, spoken, type Message } from './message.ts'

// What a company lacks to issue CFDI, and its certificate.

export const ISSUER = {
  noCsd: message({
    en: () =>
      'The company has no CSD to seal with. Register one with registrar_certificado of CertificadoSat.',
    es: (_, say) =>
      `La empresa no tiene un CSD para sellar. Registra uno con ${say.field('registrar_certificado')} en ${say.model('CertificadoSat')}.`,
  }),
  csdUnusable: message<{ readonly why: Message | string }>({
    en: ({ why }, say) => `The CSD of the company cannot seal. ${spoken(why, say)}`,
    es: ({ why }, say) => `El CSD de la empresa no puede sellar. ${spoken(why, say)}`,
  }),
  genericRfc: message<{ readonly rfc: string }>({
    en: ({ rfc }) => `Empresa.rfc is the generic ${rfc}; enter the company's own.`,
    es: ({ rfc }, say) =>
      `${say.field('rfc')} de la empresa es el genérico ${rfc}; captura el propio.`,
  }),
  noRegimen: message({
    en: () => 'Empresa.regimen_fiscal is missing.',
    es: (_, say) => `A la empresa le falta ${say.field('regimen_fiscal')}.`,
  }),
  noPlace: message({
    en: () => 'Empresa.domicilio_fiscal is missing, or has no codigo_postal.',
    es: (_, say) =>
      `A la empresa le falta ${say.field('domicilio_fiscal')}, o éste no tiene ${say.field('codigo_postal')}.`,
  }),
  noKindOfFile: message({
    en: () => 'TipoArchivo has no row for the extension xml.',
    es: (_, say) => `${say.model('TipoArchivo')} no tiene un registro para la extensión xml.`,
  }),
}

export const CHANGED_RIGHTS = message({
  en: () => 'What you may do changed while the action began; call it again.',
  es: () => 'Tus permisos cambiaron mientras la acción empezaba; vuelve a intentarlo.',
})

export const CERTIFICATE_REGISTERED = message<{ readonly number: string }>({
  en: ({ number }) => `The certificate ${number} is registered already.`,
  es: ({ number }) => `El certificado ${number} ya está registrado.`,
})

export const CFDI_FOLIOS_USED_UP = message<{
  readonly series: string
  readonly last: string | null
}>({
  en: ({ series, last }) =>
    `Serie ${series} has not so many folios left for CFDI: its last is ${last ?? 'used'}. Raise its folio_final, or use another series.`,
  es: ({ series, last }, say) => {
    const end = say.field('folio_final', 'Serie')
    return last === null
      ? `A la serie ${series} no le quedan tantos folios para CFDI. Aumenta su ${end}, o usa otra serie.`
      : `A la serie ${series} no le quedan tantos folios para CFDI: el último es ${last}. Aumenta su ${end}, o usa otra serie.`
  },
})
