import { MUST_BE } from '../../../messages/cfdi-attributes.ts'
import {
  BIMONTHLY_OF_621,
  FOREIGNER_IN_MEXICO,
  GLOBAL_REQUIRED,
  GLOBAL_UNWANTED,
  MONTHS_OF_PERIOD,
  ONLY_OF_FOREIGNERS,
  REGIMEN_OF_PERSON,
  REGISTERED_NAME,
  RESIDENCE_REQUIRED,
  RFC_OF_ISSUER,
  RFC_OF_RECEIVER,
  USE_OF_PERSON,
  USE_OF_REGIMEN,
  YEAR_OF_GLOBAL,
} from '../../../messages/cfdi-parties.ts'
import { hasRfcForm } from '../../rfc.ts'
import { fiscalName } from '../fiscal-name.ts'
import { FOREIGN_RFC, PUBLIC_NAME, PUBLIC_RFC } from '../generic-parties.ts'
import type { RuleInput } from './rule-set.ts'

const WITHOUT_OBLIGATIONS = '616'
const COMPANY_RFC_LENGTH = 12

/**
 * Who issues and who receives: names, régimenes and uses that fit the kind of person, the public at large, foreigners.
 * @source SAT, Anexo 20, matriz de errores, CFDI40130 to CFDI40161
 */
export function partyRules(input: RuleInput): void {
  issuerRules(input)
  receiverRules(input)
  genericReceiverRules(input)
  foreignRules(input)
  useRules(input)
  globalRules(input)
}

type Party = 'Emisor' | 'Receptor'

function issuerRules(input: RuleInput): void {
  const { Emisor } = input.comprobante
  nameRules(input, 'Emisor')
  if (!hasRfcForm(Emisor.Rfc) || isGeneric(Emisor.Rfc))
    input.problems.add('Emisor.Rfc', RFC_OF_ISSUER())
  regimenRules(input, 'Emisor.RegimenFiscal', { rfc: Emisor.Rfc, regimen: Emisor.RegimenFiscal })
}

function receiverRules(input: RuleInput): void {
  const { Rfc, RegimenFiscalReceptor } = input.comprobante.Receptor
  nameRules(input, 'Receptor')
  if (!hasRfcForm(Rfc)) input.problems.add('Receptor.Rfc', RFC_OF_RECEIVER(), 'CFDI40143')
  regimenRules(input, 'Receptor.RegimenFiscalReceptor', {
    rfc: Rfc,
    regimen: RegimenFiscalReceptor,
  })
}

function nameRules({ comprobante, problems }: RuleInput, party: Party): void {
  const { Nombre, Rfc } = comprobante[party]
  // A foreigner is in no register of the SAT.
  if (Rfc === FOREIGN_RFC) return
  const registered = fiscalName(Nombre, personOf(Rfc))
  if (Nombre === registered) return
  const message = REGISTERED_NAME({ party, registered })
  problems.add(`${party}.Nombre`, message, party === 'Emisor' ? 'CFDI40139' : 'CFDI40145')
}

function isGeneric(rfc: string): boolean {
  return rfc === PUBLIC_RFC || rfc === FOREIGN_RFC
}

function regimenRules(
  { catalogs, problems }: RuleInput,
  field: string,
  { rfc, regimen }: { readonly rfc: string; readonly regimen: string },
): void {
  const known = catalogs.regimenes.get(regimen)
  const isIssuer = field.startsWith('Emisor')
  if (known === undefined) {
    const message = MUST_BE.keyOf({ name: field, catalog: 'c_RegimenFiscal' })
    problems.add(field, message, isIssuer ? 'CFDI40140' : 'CFDI40157')
  } else if (!isGeneric(rfc) && !known[personOf(rfc)]) {
    const message = REGIMEN_OF_PERSON({ regimen, person: personOf(rfc) })
    problems.add(field, message, isIssuer ? 'CFDI40141' : 'CFDI40158')
  }
}

function personOf(rfc: string): 'fisica' | 'moral' {
  return rfc.length === COMPANY_RFC_LENGTH ? 'moral' : 'fisica'
}

function genericReceiverRules({ comprobante, problems }: RuleInput): void {
  const { Receptor, LugarExpedicion, TipoDeComprobante: kind } = comprobante
  if (!isGeneric(Receptor.Rfc)) return
  const wants = (name: string, value: string, code: string) =>
    problems.add(name, MUST_BE.forRfc({ name, value, rfc: Receptor.Rfc }), code)
  if (Receptor.RegimenFiscalReceptor !== WITHOUT_OBLIGATIONS) {
    wants('Receptor.RegimenFiscalReceptor', WITHOUT_OBLIGATIONS, 'CFDI40158')
  }
  if (Receptor.DomicilioFiscalReceptor !== LugarExpedicion) {
    wants('Receptor.DomicilioFiscalReceptor', 'LugarExpedicion', 'CFDI40149')
  }
  if ((kind === 'I' || kind === 'T') && Receptor.UsoCFDI !== 'S01') {
    wants('Receptor.UsoCFDI', 'S01', 'CFDI40161')
  }
}

function foreignRules({ comprobante, catalogs, problems }: RuleInput): void {
  const { NumRegIdTrib, ResidenciaFiscal, Rfc } = comprobante.Receptor
  if (Rfc !== FOREIGN_RFC) {
    const unwanted = (name: string, code: string) =>
      problems.add(name, ONLY_OF_FOREIGNERS({ name, rfc: FOREIGN_RFC }), code)
    if (ResidenciaFiscal !== undefined) unwanted('Receptor.ResidenciaFiscal', 'CFDI40151')
    if (NumRegIdTrib !== undefined) unwanted('Receptor.NumRegIdTrib', 'CFDI40154')
    return
  }
  if (ResidenciaFiscal === 'MEX')
    problems.add('Receptor.ResidenciaFiscal', FOREIGNER_IN_MEXICO(), 'CFDI40152')
  if (ResidenciaFiscal !== undefined && !catalogs.paises.has(ResidenciaFiscal)) {
    const name = 'Receptor.ResidenciaFiscal'
    problems.add(name, MUST_BE.keyOf({ name, catalog: 'c_Pais' }), 'CFDI40150')
  }
  if (NumRegIdTrib !== undefined && ResidenciaFiscal === undefined) {
    problems.add('Receptor.ResidenciaFiscal', RESIDENCE_REQUIRED(), 'CFDI40153')
  }
}

// A payment and a payroll have a use of their own.
const USE_OF_KIND: Readonly<Record<string, string>> = { P: 'CP01', N: 'CN01' }

function useRules({ comprobante, catalogs, problems }: RuleInput): void {
  const { Receptor, TipoDeComprobante: kind } = comprobante
  const { RegimenFiscalReceptor: regimen, Rfc, UsoCFDI } = Receptor
  const field = 'Receptor.UsoCFDI'
  const fixed = USE_OF_KIND[kind]
  const use = catalogs.usos.get(UsoCFDI)
  if (use === undefined) {
    problems.add(field, MUST_BE.keyOf({ name: field, catalog: 'c_UsoCFDI' }), 'CFDI40160')
  } else if (fixed !== undefined && UsoCFDI !== fixed) {
    problems.add(field, MUST_BE.inKind({ name: field, value: fixed, kind }), 'CFDI40161')
  } else if (!isGeneric(Rfc) && !use[personOf(Rfc)]) {
    problems.add(field, USE_OF_PERSON({ use: UsoCFDI, person: personOf(Rfc) }), 'CFDI40161')
  } else if (!use.regimenes.has(regimen)) {
    problems.add(field, USE_OF_REGIMEN({ use: UsoCFDI, regimen }), 'CFDI40161')
  }
}

const BIMONTHLY = '05'
const INCORPORACION_FISCAL = '621'
const FIRST_BIMONTH = '13'

function globalRules({ comprobante, problems }: RuleInput): void {
  const { Emisor, Fecha, InformacionGlobal: global, Receptor } = comprobante
  const isPublic = Receptor.Rfc === PUBLIC_RFC && Receptor.Nombre === PUBLIC_NAME
  if (global === undefined) {
    if (isPublic && comprobante.TipoDeComprobante === 'I') {
      const message = GLOBAL_REQUIRED({ receiver: PUBLIC_NAME })
      problems.add('InformacionGlobal', message, 'CFDI40130')
    }
    return
  }
  if (!isPublic) {
    const message = GLOBAL_UNWANTED({ rfc: PUBLIC_RFC, receiver: PUBLIC_NAME })
    problems.add('InformacionGlobal', message, 'CFDI40130')
  }
  const isBimonthly = global.Periodicidad === BIMONTHLY
  if (isBimonthly && Emisor.RegimenFiscal !== INCORPORACION_FISCAL) {
    problems.add('InformacionGlobal.Periodicidad', BIMONTHLY_OF_621(), 'CFDI40132')
  }
  if (isBimonthly !== global.Meses >= FIRST_BIMONTH) {
    const [first, last] = isBimonthly ? ['13', '18'] : ['01', '12']
    const message = MONTHS_OF_PERIOD({ first, last, period: global.Periodicidad })
    problems.add('InformacionGlobal.Meses', message, isBimonthly ? 'CFDI40135' : 'CFDI40134')
  }
  const year = Number(Fecha.slice(0, 4))
  if (![year, year - 1].includes(Number(global.Año))) {
    const message = YEAR_OF_GLOBAL({ year, before: year - 1 })
    problems.add('InformacionGlobal.Año', message, 'CFDI40136')
  }
}
