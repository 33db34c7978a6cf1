/** An account as the SAT's code groups it (Anexo 24). */
interface StarterAccount {
  readonly codigo: string
  /** The SAT's code, where it is not `codigo`: an account of its own beside the one that has that. */
  readonly agrupador: string
  readonly nombre: string
  readonly tipo: 'activo' | 'pasivo' | 'capital' | 'ingreso' | 'costo' | 'gasto'
  readonly naturaleza: 'D' | 'A'
  /** Its lines name the supplier or the customer: it is compared with what each of them owes or is owed. */
  readonly tercero: boolean
}

const account = (
  [codigo, nombre]: readonly [string, string],
  tipo: StarterAccount['tipo'],
  naturaleza: StarterAccount['naturaleza'],
  tercero: 'party' | 'no party' = 'no party',
): StarterAccount => ({
  codigo,
  agrupador: codigo,
  nombre,
  tipo,
  naturaleza,
  tercero: tercero === 'party',
})

export const STARTER_ACCOUNTS: readonly StarterAccount[] = [
  account(['102.01', 'Bancos nacionales'], 'activo', 'D'),
  account(['105.01', 'Clientes nacionales'], 'activo', 'D', 'party'),
  account(['107.01', 'Funcionarios y empleados'], 'activo', 'D'),
  account(['107.05', 'Impuestos que los clientes retendrán al pagar'], 'activo', 'D'),
  account(['113.01', 'IVA a favor'], 'activo', 'D'),
  account(['113.02', 'ISR a favor'], 'activo', 'D'),
  account(['113.08', 'Otros impuestos a favor'], 'activo', 'D'),
  account(['115.01', 'Inventario'], 'activo', 'D'),
  account(['115.05', 'Mercancías en tránsito'], 'activo', 'D'),
  account(['118.01', 'IVA acreditable pagado'], 'activo', 'D'),
  account(['118.02', 'IVA acreditable de importación pagado'], 'activo', 'D'),
  account(['118.03', 'IEPS acreditable pagado'], 'activo', 'D'),
  account(['119.01', 'IVA pendiente de pago'], 'activo', 'D'),
  {
    ...account(['119.11', 'IVA retenido a proveedores por acreditar'], 'activo', 'D'),
    agrupador: '119.01',
  },
  account(['119.03', 'IEPS pendiente de pago'], 'activo', 'D'),
  account(['120.01', 'Anticipo a proveedores nacional'], 'activo', 'D', 'party'),
  account(['201.01', 'Proveedores nacionales'], 'pasivo', 'A', 'party'),
  account(['205.02', 'Acreedores diversos a corto plazo nacional'], 'pasivo', 'A'),
  account(['205.06', 'Mercancía recibida por facturar'], 'pasivo', 'A', 'party'),
  account(['206.01', 'Anticipo de cliente nacional'], 'pasivo', 'A', 'party'),
  account(['208.01', 'IVA trasladado cobrado'], 'pasivo', 'A'),
  account(['208.02', 'IEPS trasladado cobrado'], 'pasivo', 'A'),
  account(['209.01', 'IVA trasladado no cobrado'], 'pasivo', 'A'),
  account(['209.02', 'IEPS trasladado no cobrado'], 'pasivo', 'A'),
  account(['210.01', 'Sueldos y salarios por pagar'], 'pasivo', 'A'),
  account(['213.05', 'Impuesto estatal y municipal por pagar'], 'pasivo', 'A'),
  account(['216.01', 'Retenciones de ISR por sueldos y salarios'], 'pasivo', 'A'),
  account(['216.03', 'Retenciones de ISR por arrendamiento'], 'pasivo', 'A'),
  account(['216.04', 'Retenciones de ISR por servicios'], 'pasivo', 'A'),
  account(['216.10', 'Retenciones de IVA'], 'pasivo', 'A'),
  account(['216.11', 'Retenciones de IMSS a los trabajadores'], 'pasivo', 'A'),
  account(['216.12', 'Retenciones que se harán al pagar'], 'pasivo', 'A'),
  account(['304.01', 'Utilidad de ejercicios anteriores'], 'capital', 'A'),
  account(['304.02', 'Pérdida de ejercicios anteriores'], 'capital', 'D'),
  account(['305.01', 'Utilidad del ejercicio'], 'capital', 'A'),
  account(['401.01', 'Ventas y servicios gravados a la tasa general'], 'ingreso', 'A'),
  account(['402.01', 'Devoluciones y descuentos sobre ventas'], 'ingreso', 'D'),
  account(['501.01', 'Costo de venta'], 'costo', 'D'),
  account(['501.08', 'Variaciones y ajustes de inventario'], 'costo', 'D'),
  account(['503.01', 'Devoluciones y descuentos sobre compras'], 'costo', 'A'),
  account(['601.01', 'Sueldos y salarios'], 'gasto', 'D'),
  account(['601.84', 'Otros gastos generales'], 'gasto', 'D'),
  account(['701.01', 'Pérdida cambiaria'], 'gasto', 'D'),
  account(['701.10', 'Comisiones bancarias'], 'gasto', 'D'),
  account(['702.01', 'Utilidad cambiaria'], 'ingreso', 'A'),
  account(['702.04', 'Intereses a favor bancarios nacional'], 'ingreso', 'A'),
]

/** What years before earned and lost, and the result of the year that is closed. */
export const YEAR_ACCOUNTS = ['304.01', '304.02', '305.01'] as const

/** The accounts above them, which add them up. */
export const STARTER_PARENTS: Readonly<Record<string, string>> = {
  102: 'Bancos',
  105: 'Clientes',
  107: 'Deudores diversos',
  113: 'Impuestos a favor',
  115: 'Inventario',
  118: 'Impuestos acreditables pagados',
  119: 'Impuestos acreditables por pagar',
  120: 'Anticipo a proveedores',
  201: 'Proveedores',
  205: 'Acreedores diversos a corto plazo',
  206: 'Anticipo de cliente',
  208: 'Impuestos trasladados cobrados',
  209: 'Impuestos trasladados no cobrados',
  210: 'Provisión de sueldos y salarios por pagar',
  213: 'Impuestos y derechos por pagar',
  216: 'Impuestos retenidos',
  304: 'Resultado de ejercicios anteriores',
  305: 'Resultado del ejercicio',
  401: 'Ingresos',
  402: 'Devoluciones, descuentos o bonificaciones sobre ingresos',
  501: 'Costo de venta y servicio',
  503: 'Devoluciones, descuentos o bonificaciones sobre compras',
  601: 'Gastos generales',
  701: 'Gastos financieros',
  702: 'Productos financieros',
}

/** The code of an account in a company that has no chart of its own. */
export function starterCode(codigo: string): string {
  return codigo.replace('.', '-')
}
