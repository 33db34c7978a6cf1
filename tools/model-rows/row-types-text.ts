import type { Field, Model, Registry } from '../../services/erp/src/dictionary/types.ts'

/**
 * The models whose rows the ERP's actions write, by module of the dictionary. A model that an action wants to write is
 * added here, then `npm run rows` writes its type.
 */
export const WRITTEN_MODELS: Readonly<Record<string, readonly string[]>> = {
  cfdi: ['FormaPagoSat', 'Impuesto', 'TipoFactor'],
  compras: [
    'CatalogoGasto',
    'Compra',
    'CompraAutorizacion',
    'CompraPartida',
    'DevolucionCompra',
    'DevolucionCompraPartida',
    'Proveedor',
    'ProveedorCuentaBancaria',
    'RecepcionCompra',
    'RecepcionCompraPartida',
    'RecepcionServicio',
    'RequisicionCompra',
    'RequisicionCompraPartida',
  ],
  configuracion: ['Adjunto', 'Direccion', 'Empresa', 'FormaPago'],
  contabilidad: [
    'CierreEjercicio',
    'EjercicioFiscal',
    'PeriodoContable',
    'Poliza',
    'PolizaPartida',
    'TipoPoliza',
  ],
  'cuentas-por-cobrar': [
    'AplicacionNotaCredito',
    'CobroCliente',
    'CobroClienteAplicacion',
    'CuentaPorCobrar',
    'CuentaPorCobrarParcialidad',
  ],
  'cuentas-por-pagar': [
    'AnticipoProveedor',
    'AnticipoProveedorAplicacion',
    'CondicionPago',
    'CuentaPorPagar',
    'CuentaPorPagarImpuesto',
    'CuentaPorPagarPartida',
    'NotaCreditoProveedor',
    'NotaCreditoProveedorAplicacion',
    'PagoProveedor',
    'PagoProveedorAplicacion',
    'ProgramacionPago',
    'ProgramacionPagoPartida',
    'ValidacionFactura',
  ],
  fiscal: [
    'BitacoraTimbrado',
    'CertificadoSat',
    'Cfdi',
    'CfdiCancelacion',
    'CfdiConcepto',
    'CfdiImpuesto',
    'CfdiPago',
    'CfdiPagoDocumento',
    'CfdiRelacionado',
    'CfdiValidacion',
    'DiotOperacion',
  ],
  general: ['Moneda'],
  inventario: [
    'AjusteInventario',
    'AjusteInventarioPartida',
    'Almacen',
    'Articulo',
    'CierreInventario',
    'ConceptoInventario',
    'InventarioFisico',
    'InventarioFisicoPartida',
    'MermaInventario',
    'MovimientoInventario',
    'MovimientoInventarioPartida',
    'ReservaInventario',
    'RevaluacionInventario',
    'RevaluacionInventarioPartida',
    'SolicitudMaterial',
    'SolicitudMaterialPartida',
    'TraspasoAlmacen',
    'TraspasoAlmacenPartida',
  ],
  nomina: [
    'ConceptoNomina',
    'GrupoNomina',
    'HistorialSalario',
    'LoteIdse',
    'MovimientoAfiliatorio',
    'Nomina',
    'PeriodicidadPago',
    'PeriodoNomina',
    'PrestamoEmpleado',
    'PrestamoEmpleadoAbono',
    'ReciboNomina',
    'ReciboNominaConcepto',
    'RegistroPatronal',
    'SaldoVacaciones',
    'TipoPrestamo',
  ],
  plataforma: ['ModeloSistema'],
  'punto-de-venta': ['FacturaGlobal'],
  'recursos-humanos': [
    'Asociado',
    'ContratoLaboral',
    'Empleado',
    'Incapacidad',
    'MovimientoPersonal',
    'Puesto',
    'SolicitudAusencia',
    'SolicitudVacaciones',
    'TipoAusencia',
  ],
  seguridad: ['Usuario'],
  'seguridad-social': ['TipoMovimientoImss'],
  tesoreria: [
    'Cheque',
    'ConceptoTesoreria',
    'ConciliacionBancaria',
    'ConciliacionBancariaPartida',
    'CuentaBancaria',
    'EstadoCuentaBancario',
    'EstadoCuentaBancarioRenglon',
    'MovimientoBancario',
  ],
  ventas: [
    'AnticipoVenta',
    'Cliente',
    'Cotizacion',
    'DevolucionVenta',
    'DevolucionVentaPartida',
    'GrupoCliente',
    'LineaCreditoCliente',
    'MotivoDevolucion',
    'NotaCreditoVenta',
    'NotaCreditoVentaPartida',
    'RemisionVenta',
    'RemisionVentaPartida',
    'Venta',
    'VentaAutorizacion',
    'VentaPartida',
  ],
}

/** A file of types for the rows of a module: what a column holds where an action reads or writes it. */
export function rowTypesText(registry: Registry, module: string): string {
  const names = WRITTEN_MODELS[module] ?? []
  const models = names.map((name) => {
    const model = registry.models.get(name)
    if (model === undefined) throw new Error(`the dictionary has no model ${name}`)
    return model
  })
  const written = new Set(Object.values(WRITTEN_MODELS).flat())
  const referring = models.filter((model) => known(model, written).length > 0)
  return `// Written by \`npm run rows\` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface ${interfaceName(module)}Rows {
${models.map((model) => `  readonly ${model.name}: {\n${columns(model)}\n  }`).join('\n')}
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface ${interfaceName(module)}Optional {
${models.map((model) => `  readonly ${model.name}: ${union(optional(model))}`).join('\n')}
}
${referring.length === 0 ? '' : referencesText(interfaceName(module), referring, written)}`
}

function referencesText(
  name: string,
  models: readonly Model[],
  written: ReadonlySet<string>,
): string {
  return `
/** The models to which references point, where actions know their rows too. */
export interface ${name}References {
${models.map((model) => `  readonly ${model.name}: ${references(model, written)}`).join('\n')}
}
`
}

function interfaceName(module: string): string {
  return module
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

function columns(model: Model): string {
  const id = '    readonly id: string'
  return [id, ...model.fields.filter(isShown).map((field) => `    readonly ${column(field)}`)].join(
    '\n',
  )
}

// A secret is stored as a hash, which no action reads or writes.
function isShown({ type }: Field): boolean {
  return type !== 'secret'
}

function column(field: Field): string {
  // Whatever JSON is, null is of it.
  const mayLack = !field.required && field.type !== 'json'
  return `${field.name}: ${typeOf(field)}${mayLack ? ' | null' : ''}`
}

function typeOf(field: Field): string {
  switch (field.type) {
    case 'choice':
      return field.choices.map(({ value }) => `'${value}'`).join(' | ')
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'json':
      return 'unknown'
    default:
      return 'string'
  }
}

function optional(model: Model): readonly string[] {
  return model.fields
    .filter(isShown)
    .filter((field) => !field.required || field.default?.kind === 'value')
    .map(({ name }) => name)
}

function union(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')
}

function known(model: Model, written: ReadonlySet<string>) {
  return model.references.filter(({ target }) => written.has(target))
}

function references(model: Model, written: ReadonlySet<string>): string {
  return `{ ${known(model, written)
    .map(({ name, target }) => `readonly ${name}: '${target}'`)
    .join('; ')} }`
}
