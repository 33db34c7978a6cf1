import { REPORT_ROUTE_CASES } from './report-route-cases.ts'
import { PASSWORD } from './rights-fixture.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls of a route, each by somebody who lacks one right only; or a route that is about the caller alone. */
export type Case =
  | { readonly about: 'the caller'; readonly body?: object; readonly status?: number }
  /** Of another person it is as if it were not there. */
  | { readonly about: 'another'; readonly call: () => Call }
  | { readonly about: 'the administrator'; readonly call: () => Call }
  | { readonly about: 'rights'; readonly lacking: readonly string[]; readonly call: () => Call }

const CSV = { 'content-type': 'text/csv' }
const made = { clave: 'X', nombre: 'X' }

/** What a test made for the routes to reach for; known when the first call is sent. */
export interface Reached {
  compra: number
  /** Of the administrator. */
  session: number
  factor: number
  attachment: number
  savedView: number
  sending: number
}

/** The cases by route. */
export function routeCases(reached: Reached): Readonly<Record<string, Case>> {
  return {
    'POST /auth/refresh': { about: 'the caller' },
    'GET /auth/permissions': { about: 'the caller' },
    'POST /auth/permissions/invalidate': { about: 'the caller' },
    'GET /auth/me': { about: 'the caller' },
    'GET /home': { about: 'the caller' },
    'GET /start': { about: 'the caller' },
    'GET /manual': { about: 'the caller' },
    'GET /manual.pdf': { about: 'the caller', status: 422 },
    'GET /auth/preferencias': { about: 'the caller' },
    'PUT /auth/preferencias/:clave': { about: 'the caller', body: { valor: 1 } },
    'DELETE /auth/preferencias/:clave': { about: 'the caller', status: 204 },
    // His own; of others it is empty.
    'GET /auth/fotos/:id': { about: 'the caller', status: 204 },
    'GET /auth/vistas': { about: 'rights', lacking: ['Compra.leer'], call: savedViews },
    'POST /auth/vistas': {
      about: 'rights',
      lacking: ['Compra.leer'],
      call: () => ({
        method: 'POST',
        path: '/auth/vistas',
        body: { modelo: 'Compra', nombre: 'X' },
      }),
    },
    'PUT /auth/vistas/:id': {
      about: 'another',
      call: () => ({
        method: 'PUT',
        path: `/auth/vistas/${reached.savedView}`,
        body: { nombre: 'X' },
      }),
    },
    'DELETE /auth/vistas/:id': {
      about: 'another',
      call: () => ({ method: 'DELETE', path: `/auth/vistas/${reached.savedView}` }),
    },
    'GET /search': {
      about: 'rights',
      lacking: ['Compra.leer'],
      call: () => ({ method: 'GET', path: '/search?modelos=Compra&ids=1' }),
    },
    'GET /auth/sesiones': { about: 'the caller' },
    'DELETE /auth/sesiones/:id': {
      about: 'another',
      call: () => ({ method: 'DELETE', path: `/auth/sesiones/${reached.session}` }),
    },
    'GET /auth/factores': { about: 'the caller' },
    'POST /auth/factores': { about: 'the caller', body: { password: PASSWORD }, status: 201 },
    'POST /auth/factores/codigos': {
      about: 'the caller',
      body: { password: PASSWORD },
      status: 409,
    },
    'POST /auth/factores/:id/verificar': {
      about: 'another',
      call: () => ({
        method: 'POST',
        path: `/auth/factores/${reached.factor}/verificar`,
        body: { codigo: '123456' },
      }),
    },
    'DELETE /auth/factores/:id': {
      about: 'another',
      call: () => ({
        method: 'DELETE',
        path: `/auth/factores/${reached.factor}`,
        body: { password: PASSWORD },
      }),
    },
    'GET /reports': { about: 'the caller' },
    'GET /reportes/envios': { about: 'the caller' },
    'POST /reportes/envios': {
      about: 'rights',
      lacking: ['CuentaBancaria.leer', 'MovimientoBancario.leer'],
      call: () => ({
        method: 'POST',
        path: '/reportes/envios',
        body: { reporte: 'cash', frecuencia: 'diaria' },
      }),
    },
    'PUT /reportes/envios/:id': {
      about: 'another',
      call: () => ({
        method: 'PUT',
        path: `/reportes/envios/${reached.sending}`,
        body: { activo: false },
      }),
    },
    'DELETE /reportes/envios/:id': {
      about: 'another',
      call: () => ({ method: 'DELETE', path: `/reportes/envios/${reached.sending}` }),
    },
    'POST /reportes/envios/:id/baja': {
      about: 'another',
      call: () => ({ method: 'POST', path: `/reportes/envios/${reached.sending}/baja` }),
    },
    'POST /reportes/envios/:id/enviar': {
      about: 'another',
      call: () => ({ method: 'POST', path: `/reportes/envios/${reached.sending}/enviar` }),
    },
    'GET /reports/pending-approvals': {
      about: 'rights',
      lacking: ['Compra.leer', 'Compra.autorizar_compra'],
      call: () => ({ method: 'GET', path: '/reports/pending-approvals' }),
    },
    'GET /reports/payables-ageing': {
      about: 'rights',
      lacking: ['CuentaPorPagar.leer'],
      call: () => ({ method: 'GET', path: '/reports/payables-ageing' }),
    },
    'GET /reports/sales-by-day': {
      about: 'rights',
      lacking: ['Venta.leer'],
      call: () => ({
        method: 'GET',
        path: '/reports/sales-by-day?desde=2026-03-01&hasta=2026-03-31',
      }),
    },
    'GET /reports/cash': {
      about: 'rights',
      lacking: ['CuentaBancaria.leer', 'MovimientoBancario.leer'],
      call: () => ({ method: 'GET', path: '/reports/cash' }),
    },
    ...REPORT_ROUTE_CASES,
    'GET /reports/trial-balance': {
      about: 'rights',
      lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
      call: () => ({ method: 'GET', path: '/reports/trial-balance?periodo=1' }),
    },
    'GET /reports/balance-sheet': {
      about: 'rights',
      lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer'],
      call: () => ({ method: 'GET', path: '/reports/balance-sheet' }),
    },
    'GET /reports/income-statement': {
      about: 'rights',
      lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
      call: () => ({ method: 'GET', path: '/reports/income-statement?periodo=1' }),
    },
    'GET /reports/vat': {
      about: 'rights',
      lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
      call: () => ({ method: 'GET', path: '/reports/vat?periodo=1' }),
    },
    'GET /reports/electronic-accounting': {
      about: 'rights',
      lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
      call: () => ({ method: 'GET', path: '/reports/electronic-accounting?tipo=CT&periodo=1' }),
    },
    'GET /reports/diot': {
      about: 'rights',
      lacking: ['DiotOperacion.leer', 'PeriodoContable.leer'],
      call: () => ({ method: 'GET', path: '/reports/diot?periodo=1' }),
    },
    'GET /reports/ledger': {
      about: 'rights',
      lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
      call: () => ({ method: 'GET', path: '/reports/ledger?cuenta=2&periodo=1' }),
    },
    'GET /reports/party-balances': {
      about: 'rights',
      lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer'],
      call: () => ({ method: 'GET', path: '/reports/party-balances?tercero=proveedor' }),
    },
    'GET /reports/kardex': {
      about: 'rights',
      lacking: [
        'MovimientoInventarioPartida.leer',
        'MovimientoInventario.leer',
        'Articulo.leer',
        'Almacen.leer',
      ],
      call: () => ({ method: 'GET', path: '/reports/kardex?articulo=1' }),
    },
    'GET /reports/consistency': {
      about: 'rights',
      lacking: [
        'Poliza.leer',
        'PolizaPartida.leer',
        'CuentaContable.leer',
        'Existencia.leer',
        'MovimientoInventarioPartida.leer',
        'RecepcionCompraPartida.leer',
        'CuentaPorPagar.leer',
        'PagoProveedor.leer',
        'CuentaPorCobrar.leer',
        'CobroCliente.leer',
        'MovimientoBancario.leer',
        'PresupuestoPartida.leer',
      ],
      call: () => ({ method: 'GET', path: '/reports/consistency' }),
    },
    'GET /reports/receivables-ageing': {
      about: 'rights',
      lacking: [
        'CuentaPorCobrar.leer',
        'CuentaPorCobrarParcialidad.leer',
        'CobroClienteAplicacion.leer',
        'AplicacionNotaCredito.leer',
      ],
      call: () => ({ method: 'GET', path: '/reports/receivables-ageing' }),
    },
    'GET /reports/pending-collection-complements': {
      about: 'rights',
      lacking: [
        'CobroCliente.leer',
        'CobroClienteAplicacion.leer',
        'CuentaPorCobrar.leer',
        'Cfdi.leer',
      ],
      call: () => ({ method: 'GET', path: '/reports/pending-collection-complements' }),
    },
    'GET /reports/bank-reconciliation': {
      about: 'rights',
      lacking: [
        'CuentaBancaria.leer',
        'EstadoCuentaBancario.leer',
        'EstadoCuentaBancarioRenglon.leer',
        'MovimientoBancario.leer',
        'ConciliacionBancaria.leer',
        'ConciliacionBancariaPartida.leer',
      ],
      call: () => ({ method: 'GET', path: '/reports/bank-reconciliation?cuenta_bancaria=1' }),
    },
    'GET /reports/pending-payment-complements': {
      about: 'rights',
      lacking: [
        'PagoProveedor.leer',
        'PagoProveedorAplicacion.leer',
        'CuentaPorPagar.leer',
        'Cfdi.leer',
      ],
      call: () => ({ method: 'GET', path: '/reports/pending-payment-complements' }),
    },
    'GET /reports/audit-trail/:modelo/:id': {
      about: 'rights',
      lacking: ['Compra.leer', 'RegistroAuditoria.leer'],
      call: () => ({ method: 'GET', path: `/reports/audit-trail/Compra/${reached.compra}` }),
    },
    'GET /outbox': { about: 'the administrator', call: () => ({ method: 'GET', path: '/outbox' }) },
    'POST /outbox/:id/retry': {
      about: 'the administrator',
      call: () => ({ method: 'POST', path: '/outbox/1/retry' }),
    },
    'GET /webhooks/:id/secret': {
      about: 'the administrator',
      call: () => ({ method: 'GET', path: '/webhooks/1/secret' }),
    },
    'GET /:modelo': {
      about: 'rights',
      lacking: ['Compra.leer', 'modulo:compras.leer'],
      call: () => ({ method: 'GET', path: '/Compra' }),
    },
    'POST /:modelo': {
      about: 'rights',
      lacking: ['Departamento.crear', 'modulo:recursos-humanos.crear'],
      call: () => ({ method: 'POST', path: '/Departamento', body: made }),
    },
    'POST /catalogs': {
      about: 'the administrator',
      call: () => ({
        method: 'POST',
        path: '/catalogs?nombre=catCFDI.csv',
        headers: { 'content-type': 'application/octet-stream' },
        body: 'c_ClaveProdServ\n',
      }),
    },
    'POST /:modelo/import': {
      about: 'rights',
      lacking: ['Departamento.crear', 'Departamento.modificar'],
      call: () => ({
        method: 'POST',
        path: '/Departamento/import?upsert_by=clave',
        headers: CSV,
        body: 'clave,nombre\nX,X\n',
      }),
    },
    'GET /:modelo/:id': {
      about: 'rights',
      lacking: ['Compra.leer'],
      call: () => ({ method: 'GET', path: `/Compra/${reached.compra}` }),
    },
    'PUT /:modelo/:id': {
      about: 'rights',
      lacking: ['Compra.modificar'],
      call: () => ({
        method: 'PUT',
        path: `/Compra/${reached.compra}`,
        body: { observaciones: 'x' },
      }),
    },
    'DELETE /:modelo/:id': {
      about: 'rights',
      lacking: ['Compra.eliminar'],
      call: () => ({ method: 'DELETE', path: `/Compra/${reached.compra}` }),
    },
    'POST /:modelo/:id/adjuntos': {
      about: 'rights',
      lacking: ['Compra.modificar'],
      call: () => ({
        method: 'POST',
        path: `/Compra/${reached.compra}/adjuntos`,
        body: formWithFile(),
      }),
    },
    'GET /:modelo/:id/adjuntos': {
      about: 'rights',
      lacking: ['Compra.leer'],
      call: () => ({ method: 'GET', path: `/Compra/${reached.compra}/adjuntos` }),
    },
    'GET /:modelo/:id/relaciones': {
      about: 'rights',
      lacking: ['Compra.leer'],
      call: () => ({ method: 'GET', path: `/Compra/${reached.compra}/relaciones` }),
    },
    'GET /:modelo/:id/pdf': {
      about: 'rights',
      lacking: ['Compra.leer', 'CompraPartida.leer', 'Proveedor.leer'],
      call: () => ({ method: 'GET', path: `/Compra/${reached.compra}/pdf` }),
    },
    'GET /adjuntos/:id/contenido': {
      about: 'another',
      call: () => ({ method: 'GET', path: `/adjuntos/${reached.attachment}/contenido` }),
    },
    'DELETE /adjuntos/:id': {
      about: 'another',
      call: () => ({ method: 'DELETE', path: `/adjuntos/${reached.attachment}` }),
    },
    'POST /:modelo/actions/:accion': {
      about: 'rights',
      lacking: ['Compra.cancelar_compra'],
      call: () => ({
        method: 'POST',
        path: '/Compra/actions/cancelar_compra',
        body: { ids: [reached.compra], motivo: 'porque sí' },
      }),
    },
    'POST /:modelo/:id/actions/:accion': {
      about: 'rights',
      lacking: ['Compra.cancelar_compra'],
      call: () => ({
        method: 'POST',
        path: `/Compra/${reached.compra}/actions/cancelar_compra`,
        body: { motivo: 'porque sí' },
      }),
    },
  }
}

function savedViews(): Call {
  return { method: 'GET', path: '/auth/vistas?modelo=Compra' }
}

export function formWithFile(): FormData {
  const form = new FormData()
  form.set('archivo', new File(['x'], 'x.txt'))
  return form
}
