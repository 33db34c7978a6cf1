/** An account as the SAT's code groups it (Anexo 24). */
interface StarterAccount {
  readonly codigo: string
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
): StarterAccount => ({ codigo, nombre, tipo, naturaleza, tercero: tercero === 'party' })

export const STARTER_ACCOUNTS: readonly StarterAccount[] = [
  account(['102.01', 'Bancos nacionales'], 'activo', 'D'),
  account(['105.01', 'Clientes nacionales'], 'activo', 'D', 'party'),
  account(['113.01', 'IVA a favor'], 'activo', 'D'),
  account(['113.02', 'ISR a favor'], 'activo', 'D'),
  account(['115.01', 'Inventario'], 'activo', 'D'),
  account(['115.05', 'Mercancías en tránsito'], 'activo', 'D'),
  account(['118.01', 'IVA acreditable pagado'], 'activo', 'D'),
  account(['118.03', 'IEPS acreditable pagado'], 'activo', 'D'),
  account(['119.01', 'IVA pendiente de pago'], 'activo', 'D'),
  account(['119.03', 'IEPS pendiente de pago'], 'activo', 'D'),
  account(['120.01', 'Anticipo a proveedores nacional'], 'activo', 'D', 'party'),
  account(['201.01', 'Proveedores nacionales'], 'pasivo', 'A', 'party'),
  account(['205.06', 'Mercancía recibida por facturar'], 'pasivo', 'A', 'party'),
  account(['206.01', 'Anticipo de cliente nacional'], 'pasivo', 'A', 'party'),
  account(['208.01', 'IVA trasladado cobrado'], 'pasivo', 'A'),
  account(['208.02', 'IEPS trasladado cobrado'], 'pasivo', 'A'),
  account(['209.01', 'IVA trasladado no cobrado'], 'pasivo', 'A'),
  account(['209.02', 'IEPS trasladado no cobrado'], 'pasivo', 'A'),
  account(['216.04', 'Retenciones de ISR por servicios'], 'pasivo', 'A'),
  account(['216.10', 'Retenciones de IVA'], 'pasivo', 'A'),
  account(['304.01', 'Utilidad de ejercicios anteriores'], 'capital', 'A'),
  account(['305.01', 'Utilidad del ejercicio'], 'capital', 'A'),
  account(['401.01', 'Ventas y servicios gravados a la tasa general'], 'ingreso', 'A'),
  account(['402.01', 'Devoluciones y descuentos sobre ventas'], 'ingreso', 'D'),
  account(['501.01', 'Costo de venta'], 'costo', 'D'),
  account(['501.08', 'Variaciones y ajustes de inventario'], 'costo', 'D'),
  account(['503.01', 'Devoluciones y descuentos sobre compras'], 'costo', 'A'),
  account(['601.84', 'Otros gastos generales'], 'gasto', 'D'),
  account(['701.01', 'Pérdida cambiaria'], 'gasto', 'D'),
  account(['702.01', 'Utilidad cambiaria'], 'ingreso', 'A'),
]

/** The results of years before, and of the year that is closed. */
export const YEAR_ACCOUNTS = ['304.01', '305.01'] as const

/** The accounts above them, which add them up. */
export const STARTER_PARENTS: Readonly<Record<string, string>> = {
  102: 'Bancos',
  105: 'Clientes',
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

interface StarterLine {
  readonly naturaleza: 'cargo' | 'abono'
  readonly importe: string
  /** Of `STARTER_ACCOUNTS`. */
  readonly codigo: string
  /** Where the account comes from if that has one. */
  readonly origen: string | null
}

export interface StarterRule {
  readonly clave: string
  readonly modelo: string
  readonly evento: string
  readonly clase: 'DI' | 'IN' | 'EG'
  readonly concepto: string
  readonly lines: readonly StarterLine[]
}

const line =
  (naturaleza: StarterLine['naturaleza']) =>
  (importe: string, codigo: string, origen: string | null = null): StarterLine => ({
    naturaleza,
    importe,
    codigo,
    origen,
  })
const debit = line('cargo')
const credit = line('abono')

const STOCK = ['115.01', 'articulo.cuenta_inventario'] as const
const COST = ['501.01', 'articulo.cuenta_costo_venta'] as const
const TRANSIT = ['115.05', 'articulo.cuenta_transito'] as const
const ADJUSTMENT = ['501.08', 'articulo.cuenta_ajuste'] as const
const EXPENSE = ['601.84', 'partida.cuenta_contable'] as const
const SUPPLIER = ['201.01', 'proveedor.cuenta_contable'] as const
const ADVANCE_PAID = ['120.01', 'proveedor.cuenta_anticipos'] as const
const CUSTOMER = ['105.01', 'cliente.cuenta_contable'] as const
const BANK = ['102.01', 'cuenta_bancaria.cuenta_contable'] as const
const RECEIVED = '205.06'

/**
 * How a company books the effects of its documents until it says otherwise.
 * @source docs/decisions/0242-erp-entries.md
 */
export const STARTER_RULES: readonly StarterRule[] = [
  {
    clave: 'COMPRA-REC',
    modelo: 'RecepcionCompra',
    evento: 'recibir_compra',
    clase: 'DI',
    concepto: 'Recepción de compra',
    lines: [
      debit('inventario', ...STOCK),
      debit('gasto', ...EXPENSE),
      debit('variacion', ...ADJUSTMENT),
      credit('total', RECEIVED),
    ],
  },
  {
    clave: 'SERVICIO-REC',
    modelo: 'RecepcionServicio',
    evento: 'recibir_compra',
    clase: 'DI',
    concepto: 'Recepción de servicio',
    lines: [debit('gasto', ...EXPENSE), credit('total', RECEIVED)],
  },
  {
    clave: 'COMPRA-DEV',
    modelo: 'DevolucionCompra',
    evento: 'devolver_compra',
    clase: 'DI',
    concepto: 'Devolución de compra',
    lines: [
      debit('total', RECEIVED),
      credit('inventario', ...STOCK),
      credit('gasto', ...EXPENSE),
      credit('variacion', ...ADJUSTMENT),
    ],
  },
  {
    clave: 'COMPRA-FAC',
    modelo: 'CuentaPorPagar',
    evento: 'registrar_factura',
    clase: 'DI',
    concepto: 'Factura de proveedor',
    lines: [
      debit('recibido', RECEIVED),
      debit('gasto', ...EXPENSE),
      debit('variacion', ...ADJUSTMENT),
      debit('iva', '119.01'),
      debit('ieps', '119.03'),
      credit('retencion_isr', '216.04'),
      credit('retencion_iva', '216.10'),
      credit('total', ...SUPPLIER),
    ],
  },
  {
    clave: 'COMPRA-NC',
    modelo: 'NotaCreditoProveedor',
    evento: 'registrar_nota_credito',
    clase: 'DI',
    concepto: 'Nota de crédito de proveedor',
    lines: [
      debit('total', ...SUPPLIER),
      credit('recibido', RECEIVED),
      credit('descuento', '503.01'),
      credit('iva', '119.01'),
      credit('ieps', '119.03'),
      debit('retencion_isr', '216.04'),
      debit('retencion_iva', '216.10'),
    ],
  },
  {
    clave: 'PAGO',
    modelo: 'PagoProveedor',
    evento: 'pagar',
    clase: 'EG',
    concepto: 'Pago a proveedor',
    lines: [
      debit('aplicado', ...SUPPLIER),
      debit('anticipo', ...ADVANCE_PAID),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      credit('descuento', '503.01'),
      credit('pagado', ...BANK),
      debit('iva', '118.01'),
      credit('iva', '119.01'),
      debit('ieps', '118.03'),
      credit('ieps', '119.03'),
    ],
  },
  {
    clave: 'ANTICIPO-PROV',
    modelo: 'AnticipoProveedor',
    evento: 'aplicar_anticipo',
    clase: 'DI',
    concepto: 'Aplicación de anticipo a proveedor',
    lines: [
      debit('aplicado', ...SUPPLIER),
      credit('anticipo', ...ADVANCE_PAID),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      debit('iva', '118.01'),
      credit('iva', '119.01'),
      debit('ieps', '118.03'),
      credit('ieps', '119.03'),
    ],
  },
  {
    clave: 'VENTA-FAC',
    modelo: 'Venta',
    evento: 'timbrar_venta',
    clase: 'DI',
    concepto: 'Factura de venta',
    lines: [
      debit('total', ...CUSTOMER),
      debit('retencion_iva', '113.01'),
      debit('retencion_isr', '113.02'),
      debit('descuento', '402.01'),
      credit('subtotal', '401.01'),
      credit('iva', '209.01'),
      credit('ieps', '209.02'),
    ],
  },
  {
    clave: 'VENTA-COSTO',
    modelo: 'RemisionVenta',
    evento: 'entregar',
    clase: 'DI',
    concepto: 'Costo de venta',
    lines: [debit('costo', ...COST), credit('costo', ...STOCK)],
  },
  {
    clave: 'VENTA-DEV',
    modelo: 'DevolucionVenta',
    evento: 'recibir_devolucion',
    clase: 'DI',
    concepto: 'Devolución de venta',
    lines: [debit('costo', ...STOCK), credit('costo', ...COST)],
  },
  {
    clave: 'VENTA-NC',
    modelo: 'NotaCreditoVenta',
    evento: 'timbrar_nota_credito',
    clase: 'DI',
    concepto: 'Nota de crédito a cliente',
    lines: [
      debit('subtotal', '402.01'),
      debit('iva', '209.01'),
      debit('ieps', '209.02'),
      credit('retencion_iva', '113.01'),
      credit('retencion_isr', '113.02'),
      credit('total', ...CUSTOMER),
    ],
  },
  {
    clave: 'COBRO',
    modelo: 'CobroCliente',
    evento: 'cobrar',
    clase: 'IN',
    concepto: 'Cobro de cliente',
    lines: [
      debit('cobrado', ...BANK),
      debit('descuento', '402.01'),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      credit('anticipo', '206.01'),
      credit('aplicado', ...CUSTOMER),
      debit('iva', '209.01'),
      credit('iva', '208.01'),
      debit('ieps', '209.02'),
      credit('ieps', '208.02'),
    ],
  },
  {
    clave: 'ANTICIPO-CTE',
    modelo: 'AnticipoVenta',
    evento: 'aplicar_anticipo',
    clase: 'DI',
    concepto: 'Aplicación de anticipo de cliente',
    lines: [
      debit('anticipo', '206.01'),
      credit('aplicado', ...CUSTOMER),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      debit('iva', '209.01'),
      credit('iva', '208.01'),
      debit('ieps', '209.02'),
      credit('ieps', '208.02'),
    ],
  },
  {
    clave: 'INV-MOV',
    modelo: 'MovimientoInventario',
    evento: 'aplicar_movimiento',
    clase: 'DI',
    concepto: 'Movimiento de inventario',
    lines: [
      debit('entrada', ...STOCK),
      credit('contrapartida_entrada', '501.08', 'concepto.cuenta_contable'),
      debit('contrapartida_salida', '501.08', 'concepto.cuenta_contable'),
      credit('salida', ...STOCK),
      debit('variacion', ...ADJUSTMENT),
    ],
  },
  {
    clave: 'INV-AJUSTE',
    modelo: 'AjusteInventario',
    evento: 'aplicar_ajuste',
    clase: 'DI',
    concepto: 'Ajuste de inventario',
    lines: [
      debit('entrada', ...STOCK),
      credit('entrada', ...ADJUSTMENT),
      debit('salida', ...ADJUSTMENT),
      credit('salida', ...STOCK),
    ],
  },
  {
    clave: 'INV-REVALUO',
    modelo: 'RevaluacionInventario',
    evento: 'aplicar_revaluacion',
    clase: 'DI',
    concepto: 'Revaluación de inventario',
    lines: [
      debit('entrada', ...STOCK),
      credit('entrada', ...ADJUSTMENT),
      debit('salida', ...ADJUSTMENT),
      credit('salida', ...STOCK),
    ],
  },
  {
    clave: 'INV-MERMA',
    modelo: 'MermaInventario',
    evento: 'aplicar_merma',
    clase: 'DI',
    concepto: 'Merma de inventario',
    lines: [debit('costo', ...ADJUSTMENT), credit('costo', ...STOCK)],
  },
  {
    clave: 'INV-CONSUMO',
    modelo: 'SolicitudMaterial',
    evento: 'surtir_solicitud',
    clase: 'DI',
    concepto: 'Consumo de materiales',
    lines: [debit('costo', ...EXPENSE), credit('costo', ...STOCK)],
  },
  {
    clave: 'INV-ENVIO',
    modelo: 'TraspasoAlmacen',
    evento: 'enviar_traspaso',
    clase: 'DI',
    concepto: 'Envío de traspaso',
    lines: [
      debit('costo', ...TRANSIT),
      debit('entrada', ...STOCK),
      debit('variacion', ...ADJUSTMENT),
      credit('salida', ...STOCK),
    ],
  },
  {
    clave: 'INV-RECIBO',
    modelo: 'TraspasoAlmacen',
    evento: 'recibir_traspaso',
    clase: 'DI',
    concepto: 'Recepción de traspaso',
    lines: [
      debit('entrada', ...STOCK),
      debit('variacion', ...ADJUSTMENT),
      credit('costo', ...TRANSIT),
      credit('salida', ...STOCK),
    ],
  },
]
