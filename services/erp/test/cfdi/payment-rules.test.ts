import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkComprobante } from '../../src/fiscal/cfdi/rules/check.ts'
import { at, catalogs, changed, check, PAYMENT, UUID, type Case } from './rule-cases.ts'

const LINE = 'Conceptos.0'
const PAGO = 'Complemento.Pagos.Pago.0'
const FIELD = 'Complemento.Pagos.Pago[0]'
const DR = `${PAGO}.DoctoRelacionado.0`
const DR_FIELD = `${FIELD}.DoctoRelacionado[0]`
const TRASLADO_DR = `${DR}.ImpuestosDR.TrasladosDR.0`
const TRASLADO_DR_FIELD = `${DR_FIELD}.ImpuestosDR.TrasladosDR[0]`
const RETENCION_DR = `${DR}.ImpuestosDR.RetencionesDR.0`
const RETENCION_DR_FIELD = `${DR_FIELD}.ImpuestosDR.RetencionesDR[0]`
const TOTALS = 'Complemento.Pagos.Totales'

const PAYMENT_RULES: readonly Case[] = [
  ['FormaPago', '03', 'FormaPago', 'CFDI40103'],
  ['MetodoPago', 'PUE', 'MetodoPago', 'CFDI40125'],
  ['CondicionesDePago', 'x', 'CondicionesDePago', undefined],
  ['Moneda', 'MXN', 'Moneda', 'CRP20104'],
  ['TipoCambio', '1', 'TipoCambio', 'CFDI40116'],
  ['Exportacion', '03', 'Exportacion', 'CRP20102'],
  ['SubTotal', '0.00', 'SubTotal', 'CRP20103'],
  ['Total', '0.00', 'Total', 'CRP20110'],
  ['TipoDeComprobante', 'I', 'Complemento.Pagos', 'CRP20101'],
  ['Receptor.UsoCFDI', 'G03', 'Receptor.UsoCFDI', 'CFDI40161'],
  [`${LINE}.ClaveProdServ`, '31161500', 'Conceptos[0].ClaveProdServ', 'CRP20113'],
  [`${LINE}.Cantidad`, '2', 'Conceptos[0].Cantidad', 'CRP20115'],
  [`${LINE}.ClaveUnidad`, 'H87', 'Conceptos[0].ClaveUnidad', 'CRP20116'],
  [`${LINE}.Descripcion`, 'Otro', 'Conceptos[0].Descripcion', 'CRP20118'],
  [`${LINE}.ValorUnitario`, '0.00', 'Conceptos[0].ValorUnitario', 'CRP20119'],
  [`${LINE}.Importe`, '0.00', 'Conceptos[0].Importe', 'CRP20120'],
  [`${LINE}.ObjetoImp`, '03', 'Conceptos[0].ObjetoImp', 'CRP20122'],
  [`${LINE}.Unidad`, 'Pieza', 'Conceptos[0].Unidad', 'CRP20112'],
  ['Conceptos.1', PAYMENT.Conceptos[0], 'Conceptos', 'CRP20111'],
  [
    'CfdiRelacionados',
    [{ TipoRelacion: '01', CfdiRelacionado: [{ UUID }] }],
    'CfdiRelacionados[0].TipoRelacion',
    undefined,
  ],
  [`${PAGO}.FormaDePagoP`, '99', `${FIELD}.FormaDePagoP`, 'CRP20212'],
  [`${PAGO}.MonedaP`, 'XXX', `${FIELD}.MonedaP`, 'CRP20213'],
  [`${PAGO}.TipoCambioP`, undefined, `${FIELD}.TipoCambioP`, 'CRP20214'],
  [`${PAGO}.TipoCambioP`, '1.1', `${FIELD}.TipoCambioP`, 'CRP20215'],
  [`${PAGO}.Monto`, '49.99', `${FIELD}.Monto`, 'CRP20217'],
  [`${PAGO}.Monto`, '0', `${FIELD}.Monto`, 'CRP20218'],
  [`${PAGO}.Monto`, '50.001', `${FIELD}.Monto`, 'CRP20219'],
  [`${PAGO}.FormaDePagoP`, '01', `${FIELD}.CtaOrdenante`, 'CRP20224'],
  [`${PAGO}.CtaOrdenante`, '01234567890', `${FIELD}.CtaOrdenante`, 'CRP20225'],
  [`${PAGO}.CtaBeneficiario`, '01234567890', `${FIELD}.CtaBeneficiario`, 'CRP20226'],
  [`${PAGO}.RfcEmisorCtaOrd`, 'XEXX010101000', `${FIELD}.NomBancoOrdExt`, 'CRP20223'],
  [`${PAGO}.TipoCadPago`, '01', `${FIELD}.CertPago`, 'CRP20230'],
  [`${PAGO}.CadPago`, 'x', `${FIELD}.CadPago`, 'CRP20233'],
  [`${DR}.MonedaDR`, 'XXX', `${DR_FIELD}.MonedaDR`, 'CRP20236'],
  [`${DR}.EquivalenciaDR`, '1.1', `${DR_FIELD}.EquivalenciaDR`, 'CRP20238'],
  [`${DR}.ImpSaldoAnt`, '0', `${DR_FIELD}.ImpSaldoAnt`, 'CRP20239'],
  [`${DR}.ImpSaldoAnt`, '98.101', `${DR_FIELD}.ImpSaldoAnt`, 'CRP20240'],
  [`${DR}.ImpPagado`, '0', `${DR_FIELD}.ImpPagado`, 'CRP20241'],
  [`${DR}.ImpPagado`, '50.001', `${DR_FIELD}.ImpPagado`, 'CRP20242'],
  [`${DR}.ImpPagado`, '500.00', `${DR_FIELD}.ImpPagado`, 'CRP20244'],
  [`${DR}.ImpSaldoInsoluto`, '1.00', `${DR_FIELD}.ImpSaldoInsoluto`, 'CRP20244'],
  [`${DR}.ImpuestosDR`, undefined, `${DR_FIELD}.ImpuestosDR`, 'CRP20246'],
  [`${DR}.ObjetoImpDR`, '01', `${DR_FIELD}.ImpuestosDR`, 'CRP20247'],
  [`${DR}.ImpuestosDR`, {}, `${DR_FIELD}.ImpuestosDR`, 'CRP20248'],
  [`${DR}.ObjetoImpDR`, '08', `${DR_FIELD}.ImpuestosDR`, 'CRP20278'],
  [`${DR}.ObjetoImpDR`, '07', `${DR_FIELD}.ImpuestosDR`, 'CRP20279'],
  [`${RETENCION_DR}.TipoFactorDR`, 'Exento', RETENCION_DR_FIELD, 'CRP20252'],
  [`${RETENCION_DR}.TasaOCuotaDR`, '0.900000', `${RETENCION_DR_FIELD}.TasaOCuotaDR`, 'CRP20253'],
  [`${RETENCION_DR}.ImporteDR`, '1', `${RETENCION_DR_FIELD}.ImporteDR`, 'CRP20254'],
  [`${TRASLADO_DR}.TipoFactorDR`, 'Exento', TRASLADO_DR_FIELD, 'CRP20258'],
  [`${TRASLADO_DR}.ImporteDR`, undefined, TRASLADO_DR_FIELD, 'CRP20259'],
  [`${TRASLADO_DR}.TasaOCuotaDR`, '0.150000', `${TRASLADO_DR_FIELD}.TasaOCuotaDR`, 'CRP20260'],
  [`${TRASLADO_DR}.ImporteDR`, '1', `${TRASLADO_DR_FIELD}.ImporteDR`, 'CRP20261'],
  [
    `${PAGO}.ImpuestosP.RetencionesP.0.ImporteP`,
    '1',
    `${FIELD}.ImpuestosP.RetencionesP`,
    'CRP20265',
  ],
  [
    `${PAGO}.ImpuestosP.RetencionesP.1`,
    { ImpuestoP: '001', ImporteP: '1' },
    `${FIELD}.ImpuestosP.RetencionesP`,
    'CRP20263',
  ],
  [`${PAGO}.ImpuestosP.TrasladosP.0.BaseP`, '1', `${FIELD}.ImpuestosP.TrasladosP`, 'CRP20268'],
  [`${PAGO}.ImpuestosP.TrasladosP.0.ImporteP`, '1', `${FIELD}.ImpuestosP.TrasladosP`, 'CRP20274'],
  [`${PAGO}.ImpuestosP`, undefined, `${FIELD}.ImpuestosP.TrasladosP`, 'CRP20268'],
  [`${TOTALS}.TotalRetencionesISR`, undefined, `${TOTALS}.TotalRetencionesISR`, 'CRP20202'],
  [`${TOTALS}.TotalRetencionesIVA`, '1.00', `${TOTALS}.TotalRetencionesIVA`, 'CRP20201'],
  [`${TOTALS}.TotalTrasladosBaseIVA16`, '1.00', `${TOTALS}.TotalTrasladosBaseIVA16`, 'CRP20204'],
  [
    `${TOTALS}.TotalTrasladosImpuestoIVA16`,
    '1.00',
    `${TOTALS}.TotalTrasladosImpuestoIVA16`,
    'CRP20205',
  ],
  [`${TOTALS}.MontoTotalPagos`, '49.99', `${TOTALS}.MontoTotalPagos`, 'CRP20211'],
]

test('the payment that the cases change keeps every rule itself', () => {
  const result = checkComprobante(PAYMENT, catalogs)
  assert.deepEqual(result.ok ? [] : result.error, [])
})

test('a payment that breaks a rule is refused with the field and the SAT’s own code', () => {
  for (const one of PAYMENT_RULES) check(PAYMENT, one)
  const inDollars = changed(PAYMENT, at(`${DR}.MonedaDR`), 'USD')
  check(inDollars, [`${DR}.EquivalenciaDR`, undefined, `${DR_FIELD}.EquivalenciaDR`, 'CRP20237'])
})
