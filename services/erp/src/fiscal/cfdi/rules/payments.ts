import { compare, decimal, isZero, type Decimal } from '../../decimal.ts'
import type { FormaPago } from '../catalogs.ts'
import { totalsOf, PAYMENT_DOCUMENT } from '../compose/payments.ts'
import type { Pago } from '../structure/pagos.ts'
import { paidDocumentRules } from './paid-documents.ts'
import { paymentTaxRules } from './payment-taxes.ts'
import { decimalsIn, type RuleInput } from './rule-set.ts'

/**
 * The complement of payments and the document around it.
 * @source SAT, complemento para recepción de pagos 2.0, matriz de errores, CRP20101 to CRP20279
 */
export function paymentRules(input: RuleInput): void {
  const { comprobante, problems } = input
  const pagos = comprobante.Complemento?.Pagos
  if (comprobante.TipoDeComprobante !== 'P' || pagos === undefined) return
  documentRules(input)
  for (const [index, pago] of pagos.Pago.entries()) {
    const field = `Complemento.Pagos.Pago[${index}]`
    amountRules(input, pago, field)
    accountRules(input, pago, field)
    chainRules(input, pago, field)
    paidDocumentRules(input, pago, field)
    paymentTaxRules(input, pago, field)
  }
  const expected = new Map(Object.entries(totalsOf(pagos.Pago)))
  const given = new Map(Object.entries(pagos.Totales))
  for (const name of new Set([...expected.keys(), ...given.keys()])) {
    const due = expected.get(name)
    const value = given.get(name)
    if (due === undefined ? value === undefined : isSame(value, decimal(due))) continue
    const message = due === undefined ? `${name} must be absent.` : `${name} must be ${due}.`
    problems.add(`Complemento.Pagos.Totales.${name}`, message, TOTAL_CODES[name])
  }
}

function isSame(value: string | undefined, due: Decimal): boolean {
  return value !== undefined && compare(decimal(value), due) === 0
}

const TOTAL_CODES: Readonly<Record<string, string>> = {
  TotalRetencionesIVA: 'CRP20201',
  TotalRetencionesISR: 'CRP20202',
  TotalRetencionesIEPS: 'CRP20203',
  TotalTrasladosBaseIVA16: 'CRP20204',
  TotalTrasladosImpuestoIVA16: 'CRP20205',
  TotalTrasladosBaseIVA8: 'CRP20206',
  TotalTrasladosImpuestoIVA8: 'CRP20207',
  TotalTrasladosBaseIVA0: 'CRP20208',
  TotalTrasladosImpuestoIVA0: 'CRP20209',
  TotalTrasladosBaseIVAExento: 'CRP20210',
  MontoTotalPagos: 'CRP20211',
}

const LINE_CODES: Readonly<Record<string, string>> = {
  ClaveProdServ: 'CRP20113',
  Cantidad: 'CRP20115',
  ClaveUnidad: 'CRP20116',
  Descripcion: 'CRP20118',
  ValorUnitario: 'CRP20119',
  Importe: 'CRP20120',
  ObjetoImp: 'CRP20122',
}

/** What a payment's document must hold, to the letter. */
function documentRules({ comprobante, problems }: RuleInput): void {
  const { Conceptos, Exportacion, Moneda, SubTotal, Total } = comprobante
  if (Moneda !== 'XXX')
    problems.add('Moneda', 'Moneda must be XXX in a CFDI of kind P.', 'CRP20104')
  if (Exportacion !== '01')
    problems.add('Exportacion', 'Exportacion must be 01 in a CFDI of kind P.', 'CRP20102')
  if (SubTotal !== '0') problems.add('SubTotal', 'SubTotal must be written 0.', 'CRP20103')
  if (Total !== '0') problems.add('Total', 'Total must be written 0.', 'CRP20110')
  const [concepto] = Conceptos
  if (concepto === undefined || Conceptos.length > 1) {
    problems.add('Conceptos', 'A CFDI of kind P has one Concepto.', 'CRP20111')
    return
  }
  const { ACuentaTerceros: _, ...values } = concepto
  const given = new Map<string, unknown>(Object.entries(values))
  const [fixed] = PAYMENT_DOCUMENT.Conceptos
  for (const [name, value] of Object.entries(fixed)) {
    if (given.get(name) !== value)
      problems.add(`Conceptos[0].${name}`, `${name} must be ${value}.`, LINE_CODES[name])
    given.delete(name)
  }
  for (const name of given.keys()) {
    const message = `${name} must be absent in a CFDI of kind P.`
    problems.add(`Conceptos[0].${name}`, message, 'CRP20112')
  }
}

function amountRules({ catalogs, problems }: RuleInput, pago: Pago, field: string): void {
  const { FormaDePagoP, MonedaP, Monto, TipoCambioP } = pago
  if (FormaDePagoP === '99' || !catalogs.formasPago.has(FormaDePagoP)) {
    const message = 'FormaDePagoP must be a key of c_FormaPago other than 99.'
    problems.add(`${field}.FormaDePagoP`, message, 'CRP20212')
  }
  if (MonedaP === 'XXX' || !catalogs.monedas.has(MonedaP)) {
    const message = 'MonedaP must be a key of c_Moneda other than XXX.'
    problems.add(`${field}.MonedaP`, message, 'CRP20213')
  }
  if (TipoCambioP === undefined)
    problems.add(`${field}.TipoCambioP`, 'TipoCambioP is required.', 'CRP20214')
  else if (MonedaP === 'MXN' && TipoCambioP !== '1')
    problems.add(`${field}.TipoCambioP`, 'TipoCambioP must be 1 in pesos.', 'CRP20215')
  if (isZero(decimal(Monto)))
    problems.add(`${field}.Monto`, 'Monto must be above zero.', 'CRP20218')
  const decimals = catalogs.monedas.get(MonedaP)
  if (decimals !== undefined && decimalsIn(Monto) > decimals) {
    const message = `Monto must have no more than ${decimals} decimals.`
    problems.add(`${field}.Monto`, message, 'CRP20219')
  }
}

const UNKNOWN_FORM: FormaPago = {
  esBancarizada: false,
  patronCuentaOrdenante: undefined,
  patronCuentaBeneficiario: undefined,
  permiteTipoCadenaPago: false,
}

function accountRules({ catalogs, problems }: RuleInput, pago: Pago, field: string): void {
  const form = catalogs.formasPago.get(pago.FormaDePagoP) ?? UNKNOWN_FORM
  const told = [
    ['RfcEmisorCtaOrd', 'CRP20221'],
    ['CtaOrdenante', 'CRP20224'],
    ['RfcEmisorCtaBen', 'CRP20227'],
    ['CtaBeneficiario', 'CRP20228'],
  ] as const
  for (const [name, code] of told) {
    if (form.esBancarizada || pago[name] === undefined) continue
    const message = `${name} must be absent for the form ${pago.FormaDePagoP}, which no bank carries.`
    problems.add(`${field}.${name}`, message, code)
  }
  const accounts = [
    ['CtaOrdenante', form.patronCuentaOrdenante, 'CRP20225'],
    ['CtaBeneficiario', form.patronCuentaBeneficiario, 'CRP20226'],
  ] as const
  for (const [name, pattern, code] of accounts) {
    const account = pago[name]
    if (!form.esBancarizada || account === undefined || pattern === undefined) continue
    if (!new RegExp(`^(?:${pattern})$`).test(account)) {
      const message = `${name} must fit ${pattern} for the form ${pago.FormaDePagoP}.`
      problems.add(`${field}.${name}`, message, code)
    }
  }
  if (pago.RfcEmisorCtaOrd === 'XEXX010101000' && pago.NomBancoOrdExt === undefined) {
    const message = 'NomBancoOrdExt is required for a bank abroad.'
    problems.add(`${field}.NomBancoOrdExt`, message, 'CRP20223')
  }
}

/** The proof of an electronic transfer: all of it or nothing. */
function chainRules({ problems }: RuleInput, pago: Pago, field: string): void {
  if (pago.TipoCadPago !== undefined && pago.FormaDePagoP !== '03') {
    const message = 'TipoCadPago is only for the form 03.'
    problems.add(`${field}.TipoCadPago`, message, 'CRP20229')
  }
  const proofs = [
    ['CertPago', 'CRP20230', 'CRP20231'],
    ['CadPago', 'CRP20232', 'CRP20233'],
    ['SelloPago', 'CRP20234', 'CRP20235'],
  ] as const
  for (const [name, missing, unwanted] of proofs) {
    const isThere = pago[name] !== undefined
    if (isThere === (pago.TipoCadPago !== undefined)) continue
    const message = `${name} ${isThere ? 'must be absent without' : 'is required with'} TipoCadPago.`
    problems.add(`${field}.${name}`, message, isThere ? unwanted : missing)
  }
}
