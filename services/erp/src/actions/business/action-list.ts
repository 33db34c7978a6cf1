import { actionRegistry } from './action.ts'
import { cargarSaldosIniciales } from './apertura/cargar-saldos-iniciales.ts'
import { crearCatalogos } from './apertura/catalogs/crear-catalogos.ts'
import { proponerCatalogos } from './apertura/catalogs/proponer-catalogos.ts'
import { revertirSaldosIniciales } from './apertura/revertir-saldos-iniciales.ts'
import { probarPac } from './cfdi/probar-pac.ts'
import { registrarCertificado } from './cfdi/registrar-certificado.ts'
import { autorizarCompra } from './compras/autorizar-compra.ts'
import { cambiarIniciada, cancelarCompra, cerrarCompra } from './compras/compra.ts'
import {
  autorizarDevolucion as autorizarDevolucionCompra,
  cancelarDevolucion as cancelarDevolucionCompra,
  devolverCompra,
} from './compras/devolucion-compra.ts'
import {
  darDeBajaCuenta,
  invalidarCuenta,
  rechazarCuenta,
  validarCuenta,
} from './compras/proveedor-cuenta-bancaria.ts'
import { cancelarRecepcion, recibirCompra } from './compras/recepcion-compra.ts'
import { cancelarServicio, recibirServicio } from './compras/recepcion-servicio.ts'
import { recibirOrden } from './compras/recibir-orden.ts'
import {
  autorizarRequisicion,
  comprarRequisicion,
  reabrirRequisicion,
  rechazarRequisicion,
} from './compras/requisicion-compra.ts'
import { aplicarConstancia } from './configuracion/aplicar-constancia.ts'
import { calcularDiot } from './contabilidad/calcular-diot.ts'
import { cerrarEjercicio, reabrirEjercicio } from './contabilidad/ejercicio-fiscal.ts'
import { acreditarIvaRetenido, cancelarAcreditacion } from './contabilidad/iva-retenido.ts'
import { cerrarPeriodo, reabrirPeriodo } from './contabilidad/periodo-contable.ts'
import { aplicar, reversar } from './contabilidad/poliza.ts'
import { cancelarCfdiAnticipo, timbrarAnticipo } from './cuentas-por-cobrar/anticipo-cfdi.ts'
import {
  aplicarAnticipo as aplicarAnticipoVenta,
  cancelarAnticipo,
  reconocerAnticipo as reconocerAnticipoVenta,
} from './cuentas-por-cobrar/anticipo-venta.ts'
import { cancelarEgreso, timbrarAplicacion } from './cuentas-por-cobrar/aplicacion-cfdi.ts'
import { cancelarAplicacion as cancelarAplicacionVenta } from './cuentas-por-cobrar/aplicacion-nota-credito.ts'
import { cobrar } from './cuentas-por-cobrar/cobro-cliente.ts'
import { cancelarCobro, devolverCobro } from './cuentas-por-cobrar/cobro-devuelto.ts'
import { cancelarComplemento, timbrarComplemento } from './cuentas-por-cobrar/complemento-pago.ts'
import {
  cancelarSaldo,
  declararIncobrable,
  disputarCuenta,
  reconocerSaldo as reconocerSaldoCliente,
  resolverDisputa,
} from './cuentas-por-cobrar/cuenta-por-cobrar.ts'
import { cancelarReembolso, reembolsarAnticipo } from './cuentas-por-cobrar/reembolso-anticipo.ts'
import {
  aplicarAnticipo as aplicarAnticipoProveedor,
  cancelarAnticipoProveedor,
  reconocerAnticipo as reconocerAnticipoProveedor,
} from './cuentas-por-pagar/anticipo-proveedor.ts'
import { cancelarAplicacion as cancelarAplicacionProveedor } from './cuentas-por-pagar/cancelar-aplicacion.ts'
import {
  autorizarFactura,
  cancelarFactura,
  reconocerSaldo as reconocerSaldoProveedor,
} from './cuentas-por-pagar/cuenta-por-pagar.ts'
import {
  aplicarNotaCredito,
  cancelarNotaCredito as cancelarNotaCreditoProveedor,
} from './cuentas-por-pagar/nota-credito-proveedor.ts'
import { pagarProgramacion } from './cuentas-por-pagar/pagar-programacion.ts'
import {
  autorizarPago,
  cancelarPago,
  enviarPago,
  pagar,
  rechazarPago,
  regresarPago,
} from './cuentas-por-pagar/pago-proveedor.ts'
import {
  autorizarProgramacion,
  cancelarProgramacion,
  programarPago,
  rechazarProgramacion,
  solicitarAutorizacion,
} from './cuentas-por-pagar/programacion-pago.ts'
import {
  cancelarReembolsoProveedor,
  cobrarReembolso,
} from './cuentas-por-pagar/reembolso-proveedor.ts'
import { registrarComplemento } from './cuentas-por-pagar/registrar-complemento.ts'
import { registrarFactura } from './cuentas-por-pagar/registrar-factura.ts'
import { registrarNotaCredito } from './cuentas-por-pagar/registrar-nota-credito.ts'
import {
  aplicarAjuste,
  autorizarAjuste,
  cancelarAjuste,
  rechazarAjuste,
} from './inventario/ajuste-inventario.ts'
import { cerrarInventario, reabrirInventario } from './inventario/cierre-inventario.ts'
import {
  ajustarConteo,
  cancelarConteo,
  cerrarConteo,
  iniciarConteo,
} from './inventario/inventario-fisico.ts'
import { liberarReserva } from './inventario/liberar-reserva.ts'
import {
  aplicarMerma,
  autorizarMerma,
  cancelarMerma,
  rechazarMerma,
  regresarMerma,
} from './inventario/merma-inventario.ts'
import { aplicarMovimiento, cancelarMovimiento } from './inventario/movimiento-inventario.ts'
import { reservarExistencia } from './inventario/reservar-existencia.ts'
import {
  aplicarRevaluacion,
  autorizarRevaluacion,
  cancelarRevaluacion,
  regresarRevaluacion,
} from './inventario/revaluacion-inventario.ts'
import {
  autorizarSolicitud,
  cancelarSolicitud,
  devolverSurtido,
  rechazarSolicitud,
  regresarSolicitud,
  solicitarMaterial,
  surtirSolicitud,
} from './inventario/solicitud-material.ts'
import { cancelarTraspaso, enviarTraspaso, recibirTraspaso } from './inventario/traspaso-almacen.ts'
import { PAYROLL_ACTIONS } from './nomina/payroll-actions.ts'
import { altaDeEmpleado } from './recursos-humanos/alta-de-empleado.ts'
import { cambiarPuesto } from './recursos-humanos/cambiar-puesto.ts'
import { cambiarSalario } from './recursos-humanos/cambiar-salario.ts'
import { cancelarIncapacidad } from './recursos-humanos/cancelar-incapacidad.ts'
import { cancelarMovimientoPersonal } from './recursos-humanos/cancelar-movimiento.ts'
import { darDeBajaEmpleado } from './recursos-humanos/dar-de-baja.ts'
import { generarLoteIdse } from './recursos-humanos/generar-lote-idse.ts'
import { cancelarLote, enviarLote, registrarRespuesta } from './recursos-humanos/lote-idse.ts'
import {
  abonarPrestamo,
  cancelarPrestamo,
  otorgarPrestamo,
} from './recursos-humanos/prestamo-empleado.ts'
import { registrarIncapacidad } from './recursos-humanos/registrar-incapacidad.ts'
import { solicitarAusencia } from './recursos-humanos/solicitar-ausencia.ts'
import { solicitarVacaciones } from './recursos-humanos/solicitar-vacaciones.ts'
import {
  autorizarAusencia,
  cancelarAusencia,
  rechazarAusencia,
} from './recursos-humanos/solicitud-ausencia.ts'
import {
  autorizarVacaciones,
  cancelarVacaciones,
  rechazarVacaciones,
} from './recursos-humanos/solicitud-vacaciones.ts'
import { agregarPerfiles } from './seguridad/agregar-perfiles.ts'
import {
  cerrarConciliacion,
  conciliar,
  conciliarPartida,
  desconciliar,
} from './tesoreria/conciliacion-bancaria.ts'
import { importarEstadoCuenta } from './tesoreria/importar-estado-cuenta.ts'
import { registrarMovimiento } from './tesoreria/registrar-movimiento.ts'
import { cancelarFacturaGlobal } from './ventas/cancelar-factura-global.ts'
import { cancelarNotaCredito as cancelarNotaCreditoVenta } from './ventas/cancelar-nota-credito.ts'
import { cancelarVenta } from './ventas/cancelar-venta.ts'
import { confirmarVenta } from './ventas/confirmar-venta.ts'
import {
  aceptarCotizacion,
  cancelarCotizacion,
  enviarCotizacion,
  rechazarCotizacion,
  regresarCotizacion,
  vencerCotizacion,
} from './ventas/cotizacion.ts'
import {
  autorizarDevolucion as autorizarDevolucionVenta,
  cancelarDevolucion as cancelarDevolucionVenta,
  rechazarDevolucion,
  recibirDevolucion,
} from './ventas/devolucion-venta.ts'
import { entregarVenta } from './ventas/entregar-venta.ts'
import {
  autorizarLinea,
  cancelarLinea,
  rechazarLinea,
  suspenderLinea,
} from './ventas/linea-credito-cliente.ts'
import { regresarVenta } from './ventas/regresar-venta.ts'
import { cancelarRemision, entregarRemision } from './ventas/remision-venta.ts'
import { timbrarFacturaGlobal } from './ventas/timbrar-factura-global.ts'
import { timbrarNotaCredito } from './ventas/timbrar-nota-credito.ts'
import { timbrarVenta } from './ventas/timbrar-venta.ts'
import { autorizarExcepcion, rechazarExcepcion } from './ventas/venta-autorizacion.ts'

/**
 * The business actions that are enabled; CONTRIBUTING.md says how another one is added.
 * @source docs/contract/erp.md, Business actions
 */
export const ACTIONS = actionRegistry([
  aplicarConstancia,
  cargarSaldosIniciales,
  revertirSaldosIniciales,
  proponerCatalogos,
  crearCatalogos,
  autorizarCompra,
  cancelarCompra,
  cambiarIniciada,
  recibirOrden,
  cerrarCompra,
  recibirCompra,
  cancelarRecepcion,
  recibirServicio,
  cancelarServicio,
  autorizarDevolucionCompra,
  devolverCompra,
  cancelarDevolucionCompra,
  autorizarRequisicion,
  rechazarRequisicion,
  comprarRequisicion,
  reabrirRequisicion,
  aplicar,
  reversar,
  cerrarPeriodo,
  reabrirPeriodo,
  cerrarEjercicio,
  calcularDiot,
  acreditarIvaRetenido,
  cancelarAcreditacion,
  reabrirEjercicio,
  altaDeEmpleado,
  cambiarSalario,
  cambiarPuesto,
  darDeBajaEmpleado,
  solicitarVacaciones,
  autorizarVacaciones,
  rechazarVacaciones,
  cancelarVacaciones,
  solicitarAusencia,
  autorizarAusencia,
  rechazarAusencia,
  cancelarAusencia,
  registrarIncapacidad,
  cancelarIncapacidad,
  otorgarPrestamo,
  abonarPrestamo,
  cancelarPrestamo,
  generarLoteIdse,
  enviarLote,
  registrarRespuesta,
  cancelarLote,
  cancelarMovimientoPersonal,
  pagar,
  cancelarPago,
  aplicarAnticipoProveedor,
  cancelarAplicacionProveedor,
  programarPago,
  solicitarAutorizacion,
  autorizarProgramacion,
  rechazarProgramacion,
  cancelarProgramacion,
  pagarProgramacion,
  aplicarMovimiento,
  cancelarMovimiento,
  reservarExistencia,
  liberarReserva,
  enviarTraspaso,
  recibirTraspaso,
  cancelarTraspaso,
  aplicarAjuste,
  autorizarAjuste,
  rechazarAjuste,
  cancelarAjuste,
  iniciarConteo,
  cerrarConteo,
  ajustarConteo,
  cancelarConteo,
  cerrarInventario,
  reabrirInventario,
  enviarCotizacion,
  regresarCotizacion,
  aceptarCotizacion,
  rechazarCotizacion,
  vencerCotizacion,
  cancelarCotizacion,
  confirmarVenta,
  regresarVenta,
  cancelarVenta,
  autorizarExcepcion,
  rechazarExcepcion,
  entregarVenta,
  entregarRemision,
  cancelarRemision,
  cobrar,
  cancelarCobro,
  devolverCobro,
  timbrarComplemento,
  cancelarComplemento,
  timbrarVenta,
  timbrarNotaCredito,
  cancelarNotaCreditoVenta,
  timbrarFacturaGlobal,
  cancelarFacturaGlobal,
  registrarCertificado,
  probarPac,
  autorizarDevolucionVenta,
  rechazarDevolucion,
  recibirDevolucion,
  cancelarDevolucionVenta,
  timbrarAnticipo,
  cancelarCfdiAnticipo,
  timbrarAplicacion,
  cancelarEgreso,
  aplicarAnticipoVenta,
  cancelarAnticipo,
  reembolsarAnticipo,
  cancelarReembolso,
  cancelarAplicacionVenta,
  aplicarMerma,
  aplicarRevaluacion,
  cancelarRevaluacion,
  cancelarMerma,
  surtirSolicitud,
  devolverSurtido,
  registrarFactura,
  autorizarFactura,
  cancelarFactura,
  registrarComplemento,
  registrarNotaCredito,
  aplicarNotaCredito,
  cancelarNotaCreditoProveedor,
  cobrarReembolso,
  cancelarReembolsoProveedor,
  importarEstadoCuenta,
  conciliar,
  conciliarPartida,
  desconciliar,
  registrarMovimiento,
  cerrarConciliacion,
  validarCuenta,
  invalidarCuenta,
  rechazarCuenta,
  darDeBajaCuenta,
  autorizarLinea,
  rechazarLinea,
  suspenderLinea,
  cancelarLinea,
  reconocerSaldoProveedor,
  reconocerAnticipoProveedor,
  cancelarAnticipoProveedor,
  reconocerSaldoCliente,
  reconocerAnticipoVenta,
  disputarCuenta,
  resolverDisputa,
  declararIncobrable,
  cancelarSaldo,
  autorizarPago,
  regresarPago,
  enviarPago,
  rechazarPago,
  autorizarMerma,
  regresarMerma,
  rechazarMerma,
  autorizarRevaluacion,
  regresarRevaluacion,
  solicitarMaterial,
  regresarSolicitud,
  autorizarSolicitud,
  rechazarSolicitud,
  cancelarSolicitud,
  agregarPerfiles,
  ...PAYROLL_ACTIONS,
])
