import type { StateTable } from '../documents/state-table.ts'
import { COMPRA_STATES } from './compras/compra-states.ts'
import { COTIZACION_PROVEEDOR_STATES } from './compras/cotizacion-proveedor-states.ts'
import { DEVOLUCION_COMPRA_STATES } from './compras/devolucion-compra-states.ts'
import { PEDIDO_ABIERTO_COMPRA_STATES } from './compras/pedido-abierto-compra-states.ts'
import { PROVEEDOR_CUENTA_BANCARIA_STATES } from './compras/proveedor-cuenta-bancaria-states.ts'
import { RECEPCION_COMPRA_STATES } from './compras/recepcion-compra-states.ts'
import { RECEPCION_SERVICIO_STATES } from './compras/recepcion-servicio-states.ts'
import { REQUISICION_COMPRA_STATES } from './compras/requisicion-compra-states.ts'
import { SOLICITUD_COTIZACION_STATES } from './compras/solicitud-cotizacion-states.ts'
import { POLIZA_STATES } from './contabilidad/poliza-states.ts'
import { ANTICIPO_VENTA_STATES } from './cuentas-por-cobrar/anticipo-venta-states.ts'
import { COBRO_CLIENTE_STATES } from './cuentas-por-cobrar/cobro-cliente-states.ts'
import { CONTRA_RECIBO_CLIENTE_STATES } from './cuentas-por-cobrar/contra-recibo-cliente-states.ts'
import { CUENTA_POR_COBRAR_STATES } from './cuentas-por-cobrar/cuenta-por-cobrar-states.ts'
import { ANTICIPO_PROVEEDOR_STATES } from './cuentas-por-pagar/anticipo-proveedor-states.ts'
import { ANTICIPO_VIATICOS_STATES } from './cuentas-por-pagar/anticipo-viaticos-states.ts'
import { CONTRA_RECIBO_PROVEEDOR_STATES } from './cuentas-por-pagar/contra-recibo-proveedor-states.ts'
import { CUENTA_POR_PAGAR_STATES } from './cuentas-por-pagar/cuenta-por-pagar-states.ts'
import { NOTA_CREDITO_PROVEEDOR_STATES } from './cuentas-por-pagar/nota-credito-proveedor-states.ts'
import { PAGO_PROVEEDOR_STATES } from './cuentas-por-pagar/pago-proveedor-states.ts'
import { PROGRAMACION_PAGO_STATES } from './cuentas-por-pagar/programacion-pago-states.ts'
import { REEMBOLSO_GASTO_STATES } from './cuentas-por-pagar/reembolso-gasto-states.ts'
import { AJUSTE_INVENTARIO_STATES } from './inventario/ajuste-inventario-states.ts'
import { CIERRE_INVENTARIO_STATES } from './inventario/cierre-inventario-states.ts'
import { INVENTARIO_FISICO_STATES } from './inventario/inventario-fisico-states.ts'
import { MERMA_INVENTARIO_STATES } from './inventario/merma-inventario-states.ts'
import { MOVIMIENTO_INVENTARIO_STATES } from './inventario/movimiento-inventario-states.ts'
import { OLA_SURTIDO_STATES } from './inventario/ola-surtido-states.ts'
import { REVALUACION_INVENTARIO_STATES } from './inventario/revaluacion-inventario-states.ts'
import { SOLICITUD_MATERIAL_STATES } from './inventario/solicitud-material-states.ts'
import { TRASPASO_ALMACEN_STATES } from './inventario/traspaso-almacen-states.ts'
import { CONCILIACION_BANCARIA_STATES } from './tesoreria/conciliacion-bancaria-states.ts'
import { ESTADO_CUENTA_BANCARIO_STATES } from './tesoreria/estado-cuenta-bancario-states.ts'
import { CONSIGNACION_STATES } from './ventas/consignacion-states.ts'
import { CORTE_CONSIGNACION_STATES } from './ventas/corte-consignacion-states.ts'
import { COTIZACION_STATES } from './ventas/cotizacion-states.ts'
import { DEVOLUCION_VENTA_STATES } from './ventas/devolucion-venta-states.ts'
import { FACTURA_GLOBAL_STATES } from './ventas/factura-global-states.ts'
import { LINEA_CREDITO_CLIENTE_STATES } from './ventas/linea-credito-cliente-states.ts'
import { LIQUIDACION_COMISION_STATES } from './ventas/liquidacion-comision-states.ts'
import { NOTA_CREDITO_VENTA_STATES } from './ventas/nota-credito-venta-states.ts'
import { PEDIDO_ABIERTO_STATES } from './ventas/pedido-abierto-states.ts'
import { REMISION_VENTA_STATES } from './ventas/remision-venta-states.ts'
import { VENTA_STATES } from './ventas/venta-states.ts'

const TABLES: readonly StateTable[] = [
  COMPRA_STATES,
  COTIZACION_PROVEEDOR_STATES,
  DEVOLUCION_COMPRA_STATES,
  PEDIDO_ABIERTO_COMPRA_STATES,
  PROVEEDOR_CUENTA_BANCARIA_STATES,
  RECEPCION_COMPRA_STATES,
  RECEPCION_SERVICIO_STATES,
  REQUISICION_COMPRA_STATES,
  SOLICITUD_COTIZACION_STATES,
  POLIZA_STATES,
  COBRO_CLIENTE_STATES,
  CONTRA_RECIBO_CLIENTE_STATES,
  CUENTA_POR_COBRAR_STATES,
  ANTICIPO_PROVEEDOR_STATES,
  ANTICIPO_VIATICOS_STATES,
  CONTRA_RECIBO_PROVEEDOR_STATES,
  CUENTA_POR_PAGAR_STATES,
  NOTA_CREDITO_PROVEEDOR_STATES,
  PAGO_PROVEEDOR_STATES,
  PROGRAMACION_PAGO_STATES,
  REEMBOLSO_GASTO_STATES,
  AJUSTE_INVENTARIO_STATES,
  CIERRE_INVENTARIO_STATES,
  INVENTARIO_FISICO_STATES,
  MERMA_INVENTARIO_STATES,
  MOVIMIENTO_INVENTARIO_STATES,
  OLA_SURTIDO_STATES,
  REVALUACION_INVENTARIO_STATES,
  SOLICITUD_MATERIAL_STATES,
  TRASPASO_ALMACEN_STATES,
  CONCILIACION_BANCARIA_STATES,
  ESTADO_CUENTA_BANCARIO_STATES,
  ANTICIPO_VENTA_STATES,
  CONSIGNACION_STATES,
  CORTE_CONSIGNACION_STATES,
  COTIZACION_STATES,
  DEVOLUCION_VENTA_STATES,
  FACTURA_GLOBAL_STATES,
  LINEA_CREDITO_CLIENTE_STATES,
  LIQUIDACION_COMISION_STATES,
  NOTA_CREDITO_VENTA_STATES,
  PEDIDO_ABIERTO_STATES,
  REMISION_VENTA_STATES,
  VENTA_STATES,
]

/** The documents whose states are held, by model. Another one is a file and a line here. */
export const STATE_TABLES: ReadonlyMap<string, StateTable> = new Map(
  TABLES.map((table) => [table.model, table]),
)
