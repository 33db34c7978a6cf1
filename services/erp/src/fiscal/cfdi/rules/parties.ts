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
    input.problems.add('Emisor.Rfc', 'Emisor.Rfc must be the RFC of the taxpayer who issues.')
  regimenRules(input, 'Emisor.RegimenFiscal', { rfc: Emisor.Rfc, regimen: Emisor.RegimenFiscal })
}

function receiverRules(input: RuleInput): void {
  const { Rfc, RegimenFiscalReceptor } = input.comprobante.Receptor
  nameRules(input, 'Receptor')
  if (!hasRfcForm(Rfc))
    input.problems.add('Receptor.Rfc', 'Receptor.Rfc must be an RFC.', 'CFDI40143')
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
  const message = `${party}.Nombre must be as the SAT registers it, in capitals and without the kind of company: ${registered}.`
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
    const message = `${field} must be a key of c_RegimenFiscal.`
    problems.add(field, message, isIssuer ? 'CFDI40140' : 'CFDI40157')
  } else if (!isGeneric(rfc) && !known[personOf(rfc)]) {
    const message = `The régimen ${regimen} is not one of a persona ${personOf(rfc)}.`
    problems.add(field, message, isIssuer ? 'CFDI40141' : 'CFDI40158')
  }
}

function personOf(rfc: string): 'fisica' | 'moral' {
  return rfc.length === COMPANY_RFC_LENGTH ? 'moral' : 'fisica'
}

function genericReceiverRules({ comprobante, problems }: RuleInput): void {
  const { Receptor, LugarExpedicion, TipoDeComprobante: kind } = comprobante
  if (!isGeneric(Receptor.Rfc)) return
  if (Receptor.RegimenFiscalReceptor !== WITHOUT_OBLIGATIONS) {
    const message = `Receptor.RegimenFiscalReceptor must be 616 for ${Receptor.Rfc}.`
    problems.add('Receptor.RegimenFiscalReceptor', message, 'CFDI40158')
  }
  if (Receptor.DomicilioFiscalReceptor !== LugarExpedicion) {
    const message = `Receptor.DomicilioFiscalReceptor must be LugarExpedicion for ${Receptor.Rfc}.`
    problems.add('Receptor.DomicilioFiscalReceptor', message, 'CFDI40149')
  }
  if ((kind === 'I' || kind === 'T') && Receptor.UsoCFDI !== 'S01') {
    const message = `Receptor.UsoCFDI must be S01 for ${Receptor.Rfc}.`
    problems.add('Receptor.UsoCFDI', message, 'CFDI40161')
  }
}

function foreignRules({ comprobante, catalogs, problems }: RuleInput): void {
  const { NumRegIdTrib, ResidenciaFiscal, Rfc } = comprobante.Receptor
  if (Rfc !== FOREIGN_RFC) {
    const only = `is only for the RFC ${FOREIGN_RFC}.`
    if (ResidenciaFiscal !== undefined)
      problems.add('Receptor.ResidenciaFiscal', `Receptor.ResidenciaFiscal ${only}`, 'CFDI40151')
    if (NumRegIdTrib !== undefined)
      problems.add('Receptor.NumRegIdTrib', `Receptor.NumRegIdTrib ${only}`, 'CFDI40154')
    return
  }
  if (ResidenciaFiscal === 'MEX')
    problems.add('Receptor.ResidenciaFiscal', 'A foreigner does not reside in MEX.', 'CFDI40152')
  if (ResidenciaFiscal !== undefined && !catalogs.paises.has(ResidenciaFiscal)) {
    const message = 'Receptor.ResidenciaFiscal must be a key of c_Pais.'
    problems.add('Receptor.ResidenciaFiscal', message, 'CFDI40150')
  }
  if (NumRegIdTrib !== undefined && ResidenciaFiscal === undefined) {
    const message = 'Receptor.ResidenciaFiscal is required where NumRegIdTrib is given.'
    problems.add('Receptor.ResidenciaFiscal', message, 'CFDI40153')
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
    problems.add(field, `${field} must be a key of c_UsoCFDI.`, 'CFDI40160')
  } else if (fixed !== undefined && UsoCFDI !== fixed) {
    problems.add(field, `${field} must be ${fixed} in a CFDI of kind ${kind}.`, 'CFDI40161')
  } else if (!isGeneric(Rfc) && !use[personOf(Rfc)]) {
    const message = `The use ${UsoCFDI} is not one of a persona ${personOf(Rfc)}.`
    problems.add(field, message, 'CFDI40161')
  } else if (!use.regimenes.has(regimen)) {
    const message = `The use ${UsoCFDI} does not fit the receiver's régimen ${regimen}.`
    problems.add(field, message, 'CFDI40161')
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
      const message = `InformacionGlobal is required for ${PUBLIC_NAME}.`
      problems.add('InformacionGlobal', message, 'CFDI40130')
    }
    return
  }
  if (!isPublic) {
    const message = `InformacionGlobal is only for ${PUBLIC_RFC}, ${PUBLIC_NAME}.`
    problems.add('InformacionGlobal', message, 'CFDI40130')
  }
  const isBimonthly = global.Periodicidad === BIMONTHLY
  if (isBimonthly && Emisor.RegimenFiscal !== INCORPORACION_FISCAL) {
    const message = 'Periodicidad 05 is only for issuers of the régimen 621.'
    problems.add('InformacionGlobal.Periodicidad', message, 'CFDI40132')
  }
  if (isBimonthly !== global.Meses >= FIRST_BIMONTH) {
    const allowed = isBimonthly ? '13 to 18' : '01 to 12'
    const message = `Meses must be ${allowed} where Periodicidad is ${global.Periodicidad}.`
    problems.add('InformacionGlobal.Meses', message, isBimonthly ? 'CFDI40135' : 'CFDI40134')
  }
  const year = Number(Fecha.slice(0, 4))
  if (![year, year - 1].includes(Number(global.Año))) {
    const message = `Año must be ${year} or ${year - 1}, that of Fecha or the one before.`
    problems.add('InformacionGlobal.Año', message, 'CFDI40136')
  }
}
