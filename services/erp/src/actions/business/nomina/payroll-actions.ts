import type { BusinessAction } from '../action.ts'
import { abrirPeriodo } from './abrir-periodo.ts'
import { agregarConceptos } from './agregar-conceptos.ts'
import { autorizarNomina } from './autorizar-nomina.ts'
import { calcularNomina } from './calcular-nomina.ts'
import { cancelarPagoNomina } from './cancelar-pago-nomina.ts'
import { cancelarRecibo } from './cancelar-recibo.ts'
import { descartarCalculo } from './descartar-calculo.ts'
import { generarPeriodos } from './generar-periodos.ts'
import { pagarNomina } from './pagar-nomina.ts'
import { regresarNomina } from './regresar-nomina.ts'
import { sustituirRecibo } from './sustituir-recibo.ts'
import { timbrarNomina } from './timbrar-nomina.ts'
import { timbrarRecibo } from './timbrar-recibo.ts'

/** The actions of payroll. */
export const PAYROLL_ACTIONS: readonly BusinessAction[] = [
  agregarConceptos,
  generarPeriodos,
  abrirPeriodo,
  calcularNomina,
  descartarCalculo,
  autorizarNomina,
  regresarNomina,
  pagarNomina,
  cancelarPagoNomina,
  timbrarNomina,
  timbrarRecibo,
  sustituirRecibo,
  cancelarRecibo,
]
