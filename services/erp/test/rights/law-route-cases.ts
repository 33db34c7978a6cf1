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

/** The routes that tell of the law's tables. */
export const LAW_ROUTE_CASES = {
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
} as const
