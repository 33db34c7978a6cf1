import type { BusinessAction } from '../action.ts'
import { abrirPeriodo } from './abrir-periodo.ts'
import { generarPeriodos } from './generar-periodos.ts'

/** The actions of payroll. */
export const PAYROLL_ACTIONS: readonly BusinessAction[] = [generarPeriodos, abrirPeriodo]
