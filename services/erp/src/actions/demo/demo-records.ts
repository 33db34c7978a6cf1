/** A record of the demonstration in wire names and texts; a reference is written as the key of the record. */
export interface DemoRecord {
  readonly model: string
  readonly body: Readonly<Record<string, string>>
}

/** Keys of the catalogs below, for the generator to choose from. */
export const DEMO_TERMS = ['CONTADO', 'C15', 'C30', 'C60'] as const
export const DEMO_GROUPS = ['MENUDEO', 'MAYOREO', 'GOBIERNO'] as const
export const DEMO_SUPPLIER_GROUPS = ['MERCANCIA', 'SERVICIOS', 'MATERIALES'] as const
export const DEMO_LINES = [
  'FERRE',
  'OFICINA',
  'LIMPIEZA',
  'ABARROTE',
  'SEGURIDAD',
  'CONSTRUC',
] as const
export const DEMO_BRANDS = ['TITAN', 'AZTECA', 'BRISA', 'CUMBRE', 'DELTA'] as const

/**
 * The records that both companies start with, in an order in which every reference points to an earlier one. `admin` is
 * the name of the company's administrator, `year` the one that the budget is for; the year before is open too.
 */
export function demoRecords(admin: string, year: number): readonly DemoRecord[] {
  return TABLES.replaceAll('{admin}', admin)
    .replaceAll('{year}', String(year))
    .replaceAll('{before}', String(year - 1))
    .trim()
    .split('\n\n')
    .flatMap(recordsOf)
}

/** A model's name, a line of field names, and a line for each record; a hyphen means empty. */
function recordsOf(section: string): readonly DemoRecord[] {
  const [model = '', header = '', ...lines] = section.split('\n')
  const names = cellsOf(header)
  return lines.map((line) => {
    const cells = cellsOf(line).flatMap((cell, index): [string, string][] =>
      cell === '-' ? [] : [[names[index] ?? '', cell]],
    )
    return { model, body: Object.fromEntries(cells) }
  })
}

function cellsOf(line: string): readonly string[] {
  return line.trim().split(/\s+\|\s+/)
}

const TABLES = `
CuentaContable
  clave  | nombre                                        | nivel | naturaleza | codigo_agrupador | tipo    | acepta_movimientos | activo | padre
  102    | Bancos                                        | 1     | D          | 102              | activo  | false              | true   | -
  102-01 | Bancos nacionales                             | 2     | D          | 102.01           | activo  | true               | true   | 102
  102-02 | Bancos nacionales, cobranza                   | 2     | D          | 102.01           | activo  | true               | true   | 102
  102-03 | Bancos nacionales, nómina                     | 2     | D          | 102.01           | activo  | true               | true   | 102
  105    | Clientes                                      | 1     | D          | 105              | activo  | false              | true   | -
  105-01 | Clientes nacionales                           | 2     | D          | 105.01           | activo  | true               | true   | 105
  115    | Inventario                                    | 1     | D          | 115              | activo  | false              | true   | -
  115-01 | Inventario de mercancías                      | 2     | D          | 115.01           | activo  | true               | true   | 115
  118-01 | IVA acreditable pagado                        | 2     | D          | 118.01           | activo  | true               | true   | -
  119-01 | IVA pendiente de pago                         | 2     | D          | 119.01           | activo  | true               | true   | -
  201    | Proveedores                                   | 1     | A          | 201              | pasivo  | false              | true   | -
  201-01 | Proveedores nacionales                        | 2     | A          | 201.01           | pasivo  | true               | true   | 201
  208-01 | IVA trasladado cobrado                        | 2     | A          | 208.01           | pasivo  | true               | true   | -
  209-01 | IVA trasladado no cobrado                     | 2     | A          | 209.01           | pasivo  | true               | true   | -
  301-01 | Capital fijo                                  | 2     | A          | 301.01           | capital | true               | true   | -
  304-01 | Utilidad de ejercicios anteriores             | 2     | A          | 304.01           | capital | true               | true   | -
  401-01 | Ventas y servicios gravados a la tasa general | 2     | A          | 401.01           | ingreso | true               | true   | -
  501-01 | Costo de venta                                | 2     | D          | 501.01           | costo   | true               | true   | -
  602-01 | Gastos de venta                               | 2     | D          | 602              | gasto   | true               | true   | -
  603-01 | Gastos de administración                      | 2     | D          | 603              | gasto   | true               | true   | -
  701-10 | Comisiones bancarias                          | 2     | D          | 701.10           | gasto   | true               | true   | -
  702-04 | Intereses a favor bancarios nacional          | 2     | A          | 702.04           | ingreso | true               | true   | -
  810-01 | Compras comprometidas                         | 2     | D          | -                | orden   | true               | true   | -
  810-02 | Compromisos por compras                       | 2     | A          | -                | orden   | true               | true   | -

CentroCosto
  clave  | nombre            | tipo           | activo
  CC-ADM | Administración    | administrativo | true
  CC-COM | Compras y almacén | servicio       | true
  CC-VTA | Ventas            | comercial      | true

Departamento
  clave | nombre         | centro_costo | activo
  ADM   | Administración | CC-ADM       | true
  COM   | Compras        | CC-COM       | true
  VTA   | Ventas         | CC-VTA       | true
  CON   | Contabilidad   | CC-ADM       | true

Sucursal
  clave  | nombre         | centro_costo | activo
  MATRIZ | Matriz         | CC-ADM       | true
  NORTE  | Sucursal Norte | CC-VTA       | true

Almacen
  clave   | nombre          | sucursal | tipo    | cuenta_contable | activo
  CENTRAL | Almacén central | MATRIZ   | general | 115-01          | true
  NORTE   | Almacén Norte   | NORTE    | general | 115-01          | true

Comprador
  clave   | nombre          | usuario | sucursal | limite_importe | moneda | activo
  COMPRAS | Mesa de compras | compras | MATRIZ   | 50000          | MXN    | true

Vendedor
  clave    | nombre           | usuario | tipo      | estado
  VENTAS-1 | Ventas mostrador | ventas  | mostrador | activo
  VENTAS-2 | Ventas mayoreo   | ventas  | interno   | activo
  VENTAS-3 | Ventas foráneas  | ventas  | externo   | activo

EjercicioFiscal
  ejercicio | nombre             | fecha_inicio   | fecha_fin      | numero_periodos | cuenta_resultado | estado
  {before}  | Ejercicio {before} | {before}-01-01 | {before}-12-31 | 12              | 304-01           | abierto
  {year}    | Ejercicio {year}   | {year}-01-01   | {year}-12-31   | 12              | 304-01           | abierto

PeriodoContable
  ejercicio | numero | nombre              | fecha_inicio   | fecha_fin      | es_ajuste | estado
  {before}  | 1      | Enero {before}      | {before}-01-01 | {before}-01-31 | false     | abierto
  {before}  | 2      | Febrero {before}    | {before}-02-01 | {before}-02-28 | false     | abierto
  {before}  | 3      | Marzo {before}      | {before}-03-01 | {before}-03-31 | false     | abierto
  {before}  | 4      | Abril {before}      | {before}-04-01 | {before}-04-30 | false     | abierto
  {before}  | 5      | Mayo {before}       | {before}-05-01 | {before}-05-31 | false     | abierto
  {before}  | 6      | Junio {before}      | {before}-06-01 | {before}-06-30 | false     | abierto
  {before}  | 7      | Julio {before}      | {before}-07-01 | {before}-07-31 | false     | abierto
  {before}  | 8      | Agosto {before}     | {before}-08-01 | {before}-08-31 | false     | abierto
  {before}  | 9      | Septiembre {before} | {before}-09-01 | {before}-09-30 | false     | abierto
  {before}  | 10     | Octubre {before}    | {before}-10-01 | {before}-10-31 | false     | abierto
  {before}  | 11     | Noviembre {before}  | {before}-11-01 | {before}-11-30 | false     | abierto
  {before}  | 12     | Diciembre {before}  | {before}-12-01 | {before}-12-31 | false     | abierto
  {year}    | 1      | Enero {year}        | {year}-01-01   | {year}-01-31   | false     | abierto
  {year}    | 2      | Febrero {year}      | {year}-02-01   | {year}-02-28   | false     | abierto
  {year}    | 3      | Marzo {year}        | {year}-03-01   | {year}-03-31   | false     | abierto
  {year}    | 4      | Abril {year}        | {year}-04-01   | {year}-04-30   | false     | abierto
  {year}    | 5      | Mayo {year}         | {year}-05-01   | {year}-05-31   | false     | abierto
  {year}    | 6      | Junio {year}        | {year}-06-01   | {year}-06-30   | false     | abierto
  {year}    | 7      | Julio {year}        | {year}-07-01   | {year}-07-31   | false     | abierto
  {year}    | 8      | Agosto {year}       | {year}-08-01   | {year}-08-31   | false     | abierto
  {year}    | 9      | Septiembre {year}   | {year}-09-01   | {year}-09-30   | false     | abierto
  {year}    | 10     | Octubre {year}      | {year}-10-01   | {year}-10-31   | false     | abierto
  {year}    | 11     | Noviembre {year}    | {year}-11-01   | {year}-11-30   | false     | abierto
  {year}    | 12     | Diciembre {year}    | {year}-12-01   | {year}-12-31   | false     | abierto

TipoPoliza
  clave   | nombre             | clase | reinicia | es_automatica | activo
  DIARIO  | Póliza de diario   | DI    | mensual  | true          | true
  INGRESO | Póliza de ingresos | IN    | mensual  | true          | true
  EGRESO  | Póliza de egresos  | EG    | mensual  | true          | true

ReglaContable
  clave      | nombre               | modelo | evento           | tipo   | concepto             | prioridad | activo
  COMPRA-AUT | Compromiso de compra | Compra | autorizar_compra | DIARIO | Compromiso de compra | 100       | true

ReglaContablePartida
  regla      | partida | naturaleza | cuenta_contable | importe | toma_centro_costo | toma_tercero
  COMPRA-AUT | 1       | cargo      | 810-01          | total   | true              | true
  COMPRA-AUT | 2       | abono      | 810-02          | total   | true              | true

CuentaBancaria
  clave   | nombre              | banco | tipo | numero_cuenta | moneda | sucursal | cuenta_contable | titular   | activo
  BANCO-1 | Cuenta de operación | 012   | CHEQ | 0123456789    | MXN    | MATRIZ   | 102-01          | Tesorería | true
  BANCO-2 | Cuenta de cobranza  | 072   | CHEQ | 0987654321    | MXN    | MATRIZ   | 102-02          | Tesorería | true
  BANCO-3 | Cuenta de nómina    | 014   | CHEQ | 0456789123    | MXN    | MATRIZ   | 102-03          | Tesorería | true

FormaPago
  clave  | nombre        | forma_pago_sat | es_predeterminada | cuenta_bancaria | activo
  TRANSF | Transferencia | 03             | true              | BANCO-1         | true
  CHEQUE | Cheque        | 02             | false             | BANCO-1         | true
  EFECT  | Efectivo      | 01             | false             | -               | true

ConceptoTesoreria
  clave      | nombre               | naturaleza | actividad      | cuenta_contable | activo
  COBRANZA   | Cobranza a clientes  | ingreso    | operacion      | 105-01          | true
  PAGOS      | Pagos a proveedores  | egreso     | operacion      | 201-01          | true
  COMISIONES | Comisiones bancarias | egreso     | financiamiento | 701-10          | true
  INTERESES  | Intereses ganados    | ingreso    | financiamiento | 702-04          | true

CondicionPago
  clave   | nombre            | dias | es_contado | aplica | activo
  CONTADO | Contado           | 0    | true       | ambos  | true
  C15     | Crédito a 15 días | 15   | false      | ambos  | true
  C30     | Crédito a 30 días | 30   | false      | ambos  | true
  C60     | Crédito a 60 días | 60   | false      | ambos  | true

ListaPrecios
  clave   | nombre        | moneda | incluye_impuestos | inicio_vigencia | estado
  GENERAL | Lista general | MXN    | false             | {before}-01-01  | vigente

GrupoCliente
  clave    | nombre   | condicion_pago | cuenta_contable | activo
  MENUDEO  | Menudeo  | CONTADO        | 105-01          | true
  MAYOREO  | Mayoreo  | C30            | 105-01          | true
  GOBIERNO | Gobierno | C60            | 105-01          | true

GrupoProveedor
  clave      | nombre                   | condicion_pago | cuenta_contable | activo
  MERCANCIA  | Mercancía para venta     | C30            | 201-01          | true
  SERVICIOS  | Servicios                | C15            | 201-01          | true
  MATERIALES | Materiales y suministros | C30            | 201-01          | true

CategoriaInventario
  clave | nombre    | cuenta_inventario | cuenta_costo_venta | activo
  MERC  | Mercancía | 115-01            | 501-01             | true

LineaArticulo
  clave     | nombre       | activo
  FERRE     | Ferretería   | true
  OFICINA   | Oficina      | true
  LIMPIEZA  | Limpieza     | true
  ABARROTE  | Abarrotes    | true
  SEGURIDAD | Seguridad    | true
  CONSTRUC  | Construcción | true

MarcaArticulo
  clave  | nombre | activo
  TITAN  | Titán  | true
  AZTECA | Azteca | true
  BRISA  | Brisa  | true
  CUMBRE | Cumbre | true
  DELTA  | Delta  | true

Presupuesto
  clave        | nombre                        | ejercicio | tipo   | escenario | revision | moneda | total       | responsable | estado
  GASTO-{year} | Presupuesto de compras {year} | {year}    | gastos | base      | 1        | MXN    | 12000000000 | contador    | vigente

PresupuestoPartida
  presupuesto  | partida | cuenta_contable | centro_costo | descripcion         | importe     | disponible
  GASTO-{year} | 1       | 115-01          | CC-COM       | Compra de mercancía | 12000000000 | 12000000000

PresupuestoPartidaMes
  presupuesto_partida | mes | importe    | disponible
  GASTO-{year}|1      | 1   | 1000000000 | 1000000000
  GASTO-{year}|1      | 2   | 1000000000 | 1000000000
  GASTO-{year}|1      | 3   | 1000000000 | 1000000000
  GASTO-{year}|1      | 4   | 1000000000 | 1000000000
  GASTO-{year}|1      | 5   | 1000000000 | 1000000000
  GASTO-{year}|1      | 6   | 1000000000 | 1000000000
  GASTO-{year}|1      | 7   | 1000000000 | 1000000000
  GASTO-{year}|1      | 8   | 1000000000 | 1000000000
  GASTO-{year}|1      | 9   | 1000000000 | 1000000000
  GASTO-{year}|1      | 10  | 1000000000 | 1000000000
  GASTO-{year}|1      | 11  | 1000000000 | 1000000000
  GASTO-{year}|1      | 12  | 1000000000 | 1000000000

ControlPresupuesto
  clave   | nombre             | presupuesto  | alcance   | respuesta | activo
  COMPRAS | Control de compras | GASTO-{year} | acumulado | bloquear  | true

FlujoAutorizacion
  clave   | nombre                  | modelo | accion                  | secuencia  | inicio_vigencia | activo
  COMPRAS | Autorización de compras | Compra | Compra|autorizar_compra | secuencial | {before}-01-01  | true

FlujoAutorizacionNivel
  flujo   | nivel | perfil    | limite_inferior | limite_superior | firmas_requeridas | usuario
  COMPRAS | 1     | AUTORIZADOR | 0               | 50000           | 1                 | -
  COMPRAS | 2     | -         | 50000           | -               | 1                 | {admin}
`
