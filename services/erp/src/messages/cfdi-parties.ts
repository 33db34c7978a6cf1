import { message } from './message.ts'

// What the SAT's rules say of who issues and who receives a CFDI.

type Person = 'fisica' | 'moral'

const PERSON: Readonly<Record<Person, string>> = { fisica: 'física', moral: 'moral' }

export const RFC_OF_ISSUER = message({
  en: () => 'Emisor.Rfc must be the RFC of the taxpayer who issues.',
  es: () => 'Emisor.Rfc debe ser el RFC del contribuyente que emite.',
})

export const RFC_OF_RECEIVER = message({
  en: () => 'Receptor.Rfc must be an RFC.',
  es: () => 'Receptor.Rfc debe ser un RFC.',
})

export const REGISTERED_NAME = message<{
  readonly party: 'Emisor' | 'Receptor'
  readonly registered: string
}>({
  en: ({ party, registered }) =>
    `${party}.Nombre must be as the SAT registers it, in capitals and without the kind of company: ${registered}.`,
  es: ({ party, registered }) =>
    `${party}.Nombre debe estar como lo registra el SAT, en mayúsculas y sin el régimen de capital (S.A. de C.V. y parecidos): ${registered}.`,
})

export const REGIMEN_OF_PERSON = message<{ readonly regimen: string; readonly person: Person }>({
  en: ({ regimen, person }) => `The régimen ${regimen} is not one of a persona ${person}.`,
  es: ({ regimen, person }) => `El régimen ${regimen} no es de persona ${PERSON[person]}.`,
})

export const USE_OF_PERSON = message<{ readonly use: string; readonly person: Person }>({
  en: ({ use, person }) => `The use ${use} is not one of a persona ${person}.`,
  es: ({ use, person }) => `El uso de CFDI ${use} no es de persona ${PERSON[person]}.`,
})

export const USE_OF_REGIMEN = message<{ readonly use: string; readonly regimen: string }>({
  en: ({ use, regimen }) => `The use ${use} does not fit the receiver's régimen ${regimen}.`,
  es: ({ use, regimen }) =>
    `El uso de CFDI ${use} no corresponde al régimen ${regimen} del receptor.`,
})

export const ONLY_OF_FOREIGNERS = message<{ readonly name: string; readonly rfc: string }>({
  en: ({ name, rfc }) => `${name} is only for the RFC ${rfc}.`,
  es: ({ name, rfc }) => `${name} es sólo para el RFC ${rfc}.`,
})

export const FOREIGNER_IN_MEXICO = message({
  en: () => 'A foreigner does not reside in MEX.',
  es: () => 'Un extranjero no reside en MEX.',
})

export const RESIDENCE_REQUIRED = message({
  en: () => 'Receptor.ResidenciaFiscal is required where NumRegIdTrib is given.',
  es: () => 'Falta Receptor.ResidenciaFiscal, que debe existir cuando hay NumRegIdTrib.',
})

export const GLOBAL_REQUIRED = message<{ readonly receiver: string }>({
  en: ({ receiver }) => `InformacionGlobal is required for ${receiver}.`,
  es: ({ receiver }) => `Falta InformacionGlobal, que debe existir para ${receiver}.`,
})

export const GLOBAL_UNWANTED = message<{ readonly rfc: string; readonly receiver: string }>({
  en: ({ rfc, receiver }) => `InformacionGlobal is only for ${rfc}, ${receiver}.`,
  es: ({ rfc, receiver }) => `InformacionGlobal es sólo para ${rfc}, ${receiver}.`,
})

export const BIMONTHLY_OF_621 = message({
  en: () => 'Periodicidad 05 is only for issuers of the régimen 621.',
  es: () => 'Periodicidad 05 es sólo para emisores del régimen 621.',
})

export const MONTHS_OF_PERIOD = message<{
  readonly first: string
  readonly last: string
  readonly period: string
}>({
  en: ({ first, last, period }) =>
    `Meses must be ${first} to ${last} where Periodicidad is ${period}.`,
  es: ({ first, last, period }) =>
    `Meses debe ser de ${first} a ${last} cuando Periodicidad es ${period}.`,
})

export const YEAR_OF_GLOBAL = message<{ readonly year: number; readonly before: number }>({
  en: ({ year, before }) => `Año must be ${year} or ${before}, that of Fecha or the one before.`,
  es: ({ year, before }) => `Año debe ser ${year} o ${before}, el de Fecha o el anterior.`,
})
