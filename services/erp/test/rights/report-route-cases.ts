/** What a report on the law's tables reads. */
const LAW_RIGHTS = [
  'CuotaCesantia',
  'CuotaImss',
  'DiaFestivo',
  'ImpuestoNominaEstatal',
  'ReglaExencionPercepcion',
  'ReglaIntegracionPercepcion',
  'RenglonTarifaIsr',
  'SalarioMinimo',
  'SubsidioEmpleo',
  'TarifaIsr',
  'VacacionLft',
  'ValorIndicador',
].map((model) => `${model}.leer`)

/** The reports of payroll, of sales to deliver and of stock below its minimum. */
export const REPORT_ROUTE_CASES = {
  'GET /reports/law-tables': {
    about: 'rights',
    lacking: LAW_RIGHTS,
    call: () => ({ method: 'GET', path: '/reports/law-tables?fecha=2026-03-01' }),
  },
  'GET /reports/missing-law-tables': {
    about: 'rights',
    lacking: LAW_RIGHTS,
    call: () => ({ method: 'GET', path: '/reports/missing-law-tables' }),
  },
  'GET /reports/payroll-differences': {
    about: 'rights',
    lacking: [
      'Nomina.leer',
      'PeriodoNomina.leer',
      'ReciboNomina.leer',
      'ReciboNominaConcepto.leer',
      'ConceptoNomina.leer',
      'Empleado.leer',
      'Asociado.leer',
    ],
    call: () => ({ method: 'GET', path: '/reports/payroll-differences?nomina=1' }),
  },
  'GET /reports/below-minimum': {
    about: 'rights',
    lacking: ['ArticuloAlmacen.leer', 'Existencia.leer', 'Articulo.leer', 'Almacen.leer'],
    call: () => ({ method: 'GET', path: '/reports/below-minimum' }),
  },
  'GET /reports/sales-to-deliver': {
    about: 'rights',
    lacking: ['Venta.leer', 'VentaPartida.leer'],
    call: () => ({ method: 'GET', path: '/reports/sales-to-deliver' }),
  },
} as const
